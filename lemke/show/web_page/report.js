"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const folds = [...document.querySelectorAll("details.set")];

  // Search: a set stays if any of its labels has the text; what matches is marked.
  const sets = folds.map((fold) => ({
    fold,
    labels: [...fold.querySelectorAll(".s")].map((element) => ({ element, text: element.textContent, marked: false })),
  }));
  const search = byId("search");
  const count = byId("count");
  const total = count.textContent;

  const mark = (label, pattern) => {
    const matches = pattern ? [...label.text.matchAll(pattern)] : [];
    if (matches.length === 0 && !label.marked) return false;
    const parts = [];
    let end = 0;
    for (const match of matches) {
      const found = document.createElement("mark");
      found.textContent = match[0];
      parts.push(label.text.slice(end, match.index), found);
      end = match.index + match[0].length;
    }
    label.element.replaceChildren(...parts, label.text.slice(end));
    label.marked = matches.length > 0;
    return label.marked;
  };

  const filter = () => {
    const text = search.value.trim();
    const pattern = text ? new RegExp(text.replace(/[.*+?^${}()|[\]\\\/-]/g, "\\$&"), "gi") : null;
    let shown = 0;
    for (const { fold, labels } of sets) {
      const hits = labels.filter((label) => mark(label, pattern)).length;
      fold.hidden = pattern !== null && hits === 0;
      shown += fold.hidden ? 0 : 1;
    }
    count.textContent = pattern ? `${shown || "None"} of ${total} ${shown < 2 ? "matches" : "match"}` : total;
  };
  search.addEventListener("input", filter);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && document.activeElement === search) {
      search.value = "";
      filter();
    } else if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && document.activeElement !== search) {
      event.preventDefault();
      search.focus();
      search.select();
    }
  });

  // Folding: all at once, whatever is to be printed, and the set that a link leads to.
  const foldAll = (open) => folds.forEach((fold) => { if (!fold.hidden) fold.open = open; });
  byId("unfold").addEventListener("click", () => foldAll(true));
  byId("fold").addEventListener("click", () => foldAll(false));
  let folded = [];
  window.addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details")].filter((fold) => !fold.open);
    folded.forEach((fold) => { fold.open = true; });
  });
  window.addEventListener("afterprint", () => folded.forEach((fold) => { fold.open = false; }));
  const follow = () => {
    const target = location.hash && byId(location.hash.slice(1));
    if (!target || !folds.includes(target)) return;
    if (target.hidden) {
      search.value = "";
      filter();
    }
    target.open = true;
    target.scrollIntoView();
  };
  window.addEventListener("hashchange", follow);
  follow();

  // Files: browsers that refuse long addresses still save what a blob holds.
  for (const link of document.querySelectorAll("a.file")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const [head, data] = link.getAttribute("href").split(",");
      const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
      const address = URL.createObjectURL(new Blob([bytes], { type: head.slice(5).split(";")[0] }));
      const saved = document.createElement("a");
      saved.href = address;
      saved.download = link.download;
      saved.click();
      setTimeout(() => URL.revokeObjectURL(address), 60000);
    });
  }
  byId("controls").hidden = false;
})();

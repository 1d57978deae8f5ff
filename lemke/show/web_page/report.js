"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const element = (tag, text, className) => Object.assign(document.createElement(tag), { textContent: text, className });

  // ------------------------------------------------------------------ the tree
  // Row k of the table "Node by node" is about node k of the picture. The attribute data-nodes of an element of the
  // picture has the numbers of the nodes to which the element belongs.

  const HALF_ROW = 8.25; // half of the height of a leaf's row in the picture

  /** Return a function from old to new heights: rows without visible nodes are cut out of the picture. */
  const closeGaps = (allHeights, visibleHeights) => {
    const ends = [...new Set(allHeights.flatMap((y) => [y - HALF_ROW, y + HALF_ROW]))].sort((a, b) => a - b);
    const gaps = [];
    for (let k = 1; k < ends.length; k += 1) {
      const middle = (ends[k - 1] + ends[k]) / 2;
      const isInRow = (y) => Math.abs(y - middle) < HALF_ROW;
      if (allHeights.some(isInRow) && !visibleHeights.some(isInRow)) gaps.push([ends[k - 1], ends[k]]);
    }
    return (y) => y - gaps.reduce((sum, [low, high]) => sum + Math.max(0, Math.min(y, high) - low), 0);
  };

  /** Make the nodes of a view's picture fold, and call point(k) when the pointer or the focus is on node k. */
  const prepareTree = (view, point) => {
    const svg = view.querySelector(".tree svg");
    const nodes = all(".nodes tbody tr", view).map((row) => ({
      row, parent: Number(row.dataset.parent), set: row.dataset.set, children: [], folded: false, hidden: false,
    }));
    nodes.forEach((node, k) => { if (node.parent >= 0) nodes[node.parent].children.push(k); });
    // name: the attribute with the heights of an element; original: its value before any node is folded
    const parts = all("[data-nodes]", svg).map((part) => {
      const name = { circle: "cy", text: "y", path: "d" }[part.localName];
      return { part, name, original: part.getAttribute(name), partNodes: part.dataset.nodes.split(" ").map(Number) };
    });
    for (const { part, name, original, partNodes: [k] } of parts.filter(({ part }) => part.querySelector("title"))) {
      // only the markers of nodes have a title
      part.querySelector("title").remove(); // the panel shows more
      const numbers = (name === "d" ? original : `${part.getAttribute("cx")} ${original}`).match(/-?[\d.]+/g).map(Number);
      const middle = (values) => (Math.min(...values) + Math.max(...values)) / 2;
      const node = nodes[k];
      [node.x, node.y] = [0, 1].map((odd) => middle(numbers.filter((_, i) => i % 2 === odd))); // x and y alternate
      node.marker = part;
      part.setAttribute("role", "treeitem");
      part.setAttribute("tabindex", k === 0 ? "0" : "-1");
      part.setAttribute("aria-label", [node.row.cells[0].textContent, ...all(".known", node.row).map((fact) => fact.textContent)].join(", "));
      if (node.children.length) part.setAttribute("aria-expanded", "true");
    }
    svg.setAttribute("role", "tree");
    parts.filter(({ part }) => !part.hasAttribute("role")).forEach(({ part }) => part.setAttribute("aria-hidden", "true"));
    const [left, top, wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
    const depth = (k) => (nodes[k].parent < 0 ? 1 : 1 + depth(nodes[k].parent));
    nodes.forEach(({ marker }, k) => marker.setAttribute("aria-level", depth(k)));

    const draw = () => {
      nodes.forEach((node) => {
        const parent = nodes[node.parent];
        node.hidden = Boolean(parent) && (parent.hidden || parent.folded);
      });
      const heights = (list) => list.map((node) => node.y);
      const height = closeGaps(heights(nodes), heights(nodes.filter((node) => !node.hidden)));
      for (const { part, name, original, partNodes } of parts) {
        part.style.display = partNodes.some((k) => nodes[k].hidden) ? "none" : "";
        const value = name === "d"
          ? original.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x, y) => `${x} ${height(Number(y))}`)
          : height(Number(original));
        part.setAttribute(name, value);
      }
      svg.setAttribute("viewBox", `${left} ${top} ${wide} ${height(high)}`);
      svg.setAttribute("height", `${height(high)}pt`);
      all(".hidden-nodes", svg).forEach((label) => label.remove());
      const descendants = (k) => nodes[k].children.reduce((sum, child) => sum + 1 + descendants(child), 0);
      nodes.forEach((node, k) => {
        node.marker.classList.toggle("folded", node.folded);
        if (!node.folded || node.hidden) return;
        const label = document.createElementNS(svg.namespaceURI, "text");
        label.textContent = `+ ${descendants(k)}`;
        label.setAttribute("class", "hidden-nodes f-muted");
        label.setAttribute("x", node.x + 8);
        label.setAttribute("y", height(node.y) + 3.1);
        svg.append(label);
      });
    };
    const fold = (k, folded) => {
      if (!nodes[k].children.length || nodes[k].folded === folded) return;
      nodes[k].folded = folded;
      nodes[k].marker.setAttribute("aria-expanded", String(!folded));
      draw();
    };
    const focus = (k, preventScroll = false) => {
      if (k === undefined) return;
      nodes.forEach((node, number) => node.marker.setAttribute("tabindex", number === k ? "0" : "-1"));
      nodes[k].marker.focus({ preventScroll });
    };
    const nodeOf = (event) => {
      const part = event.target.closest("[data-nodes]");
      return part ? Number(part.dataset.nodes.split(" ")[0]) : null;
    };
    svg.addEventListener("pointerover", (event) => { if (nodeOf(event) !== null) point(nodeOf(event)); });
    svg.addEventListener("focusin", (event) => { if (nodeOf(event) !== null) point(nodeOf(event)); });
    svg.addEventListener("click", (event) => {
      const k = nodeOf(event);
      if (k === null) return;
      if (event.target === nodes[k].marker) fold(k, !nodes[k].folded);
      focus(k, true);
    });
    svg.addEventListener("keydown", (event) => {
      const k = nodeOf(event);
      if (k === null || event.ctrlKey || event.metaKey || event.altKey) return;
      // the visible nodes in depth-first order
      const preorder = (number) => (nodes[number].folded ? [number] : [number, ...nodes[number].children.flatMap(preorder)]);
      const order = preorder(0);
      const { parent, children, folded } = nodes[k];
      const keys = {
        ArrowDown: () => focus(order[order.indexOf(k) + 1]),
        ArrowUp: () => focus(order[order.indexOf(k) - 1]),
        ArrowRight: () => (folded ? fold(k, false) : focus(children[0])),
        ArrowLeft: () => (folded || !children.length ? focus(nodes[parent] && parent) : fold(k, true)), // the root has no parent
        Home: () => focus(0),
        End: () => focus(order.at(-1)),
        Enter: () => fold(k, !folded),
        " ": () => fold(k, !folded),
      };
      if (!(event.key in keys)) return;
      event.preventDefault();
      event.stopPropagation();
      keys[event.key]();
    });
    nodes.forEach((node, k) => {
      node.parts = parts.filter(({ partNodes }) => partNodes.length === 1 && partNodes[0] === k).map(({ part }) => part);
      // left of a node are the label of the move and the name of the information set, which has a text-anchor
      const isLabel = (part) => part.localName === "text" && !part.hasAttribute("text-anchor") && part.getAttribute("x") < node.x;
      node.move = node.parts.filter(isLabel);
    });
    return { nodes, ofSet: (set) => nodes.flatMap((node) => (node.set === set ? node.marker : [])) };
  };

  // ------------------------------------------------------------------ views
  // One view, of an equilibrium or another profile, is shown at a time. It is prepared when it is first shown.

  const prepareView = (view) => {
    const panel = view.querySelector(".pointed");
    const sets = all("details.set", view);
    let highlighted = [];
    const highlight = (...parts) => {
      highlighted.forEach((part) => part.classList.remove("lit", "here"));
      highlighted = parts.flat();
      highlighted.forEach((part) => part.classList.add("lit"));
    };
    const showFacts = (title, facts) => {
      const list = element("dl");
      for (const [name, fact] of facts) {
        const pair = element("div");
        const value = element("dd");
        value.append(...[...fact.childNodes].map((node) => node.cloneNode(true)));
        pair.append(element("dt", name), value);
        list.append(pair);
      }
      panel.replaceChildren(element("p", title), list);
    };
    const point = (k) => {
      const { row, set } = tree.nodes[k];
      const setParts = set === "" ? [] : [...tree.ofSet(set), ...sets.filter((fold) => fold.dataset.set === set)];
      highlight(setParts, tree.nodes[k].parts);
      tree.nodes[k].marker.classList.add("here");
      showFacts(row.cells[0].textContent, all(".known", row).map((fact) => fact.children).map(([name, value]) => [name.textContent, value]));
    };
    const tree = prepareTree(view, point);
    for (const fold of sets) {
      const pointAtSet = () => {
        highlight(fold, tree.ofSet(fold.dataset.set));
        showFacts(fold.querySelector(".name").textContent.trim(), all(".about > div", fold).map((pair) => [pair.children[0].textContent, pair.children[1]]));
      };
      fold.addEventListener("pointerenter", pointAtSet);
      fold.addEventListener("focusin", pointAtSet);
    }
    panel.replaceChildren(element("p", "Point at a node, a move or a set. A click on a node folds what is below; arrow keys go through the tree."));
    panel.hidden = false;
    return { view, tree, sets, labels: sets.map((fold) => all(".s", fold).map(labelOf)) };
  };

  const views = all(".view");
  const prepared = new Map(); // from the number of a view to its parts
  let current = null; // the parts of the view that is shown
  const show = (k) => {
    views.forEach((view, number) => {
      if (views.length === 1) return;
      view.hidden = number !== k;
      view.open = number === k;
    });
    if (!prepared.has(k)) prepared.set(k, prepareView(views[k]));
    current = prepared.get(k);
    if (views.length > 1) {
      const stops = all(".stops a");
      stops.forEach((stop, number) => stop.toggleAttribute("aria-current", number === k));
      document.querySelector(".stops").scrollTop = stops[k].offsetTop - stops[0].offsetTop;
      slider.value = k + 1;
      slider.setAttribute("aria-valuetext", stops[k].textContent);
      [byId("before").disabled, byId("after").disabled] = [k === 0, k === views.length - 1];
    }
    filter();
  };
  const slider = byId("slider");
  const step = (by) => show(Math.max(0, Math.min(views.length - 1, Number(slider.value) - 1 + by)));

  // ------------------------------------------------------------------ search
  // Only information sets with a label that contains the text stay visible. Matches are marked, also in the tree.

  const search = byId("search");
  const count = byId("count");
  const labelOf = (part) => ({ part, text: part.textContent, whole: part.title || part.textContent, marked: false });
  const total = count && count.textContent;

  /** Mark the matches in a label, and return whether it matches. */
  const mark = (label, pattern) => {
    const { part, text, whole } = label;
    const matches = pattern ? [...text.matchAll(pattern)] : [];
    const hit = matches.length > 0 || Boolean(pattern && whole.match(pattern));
    if (!hit && !label.marked) return false;
    const pieces = [];
    let end = 0;
    for (const match of matches) {
      pieces.push(text.slice(end, match.index), element("mark", match[0]));
      end = match.index + match[0].length;
    }
    // a match in the part of a label that is left out cannot be marked, so the whole label is
    if (hit && !matches.length) part.replaceChildren(element("mark", text));
    else part.replaceChildren(...pieces, text.slice(end));
    label.marked = hit;
    return hit;
  };

  const filter = () => {
    const text = search.value.trim();
    // the text itself, with its special characters escaped
    const pattern = text ? new RegExp(text.replace(/[.*+?^${}()|[\]\\\/-]/g, "\\$&"), "gi") : null;
    const { tree, sets, labels, view } = current;
    const matching = new Set();
    sets.forEach((fold, k) => {
      const hits = labels[k].filter((label) => mark(label, pattern)).length;
      fold.hidden = pattern !== null && hits === 0;
      if (pattern && hits) matching.add(fold.dataset.set);
    });
    count.textContent = pattern ? `${matching.size || "None"} of ${total} ${matching.size < 2 ? "matches" : "match"}` : total;
    all(".found", view).forEach((part) => part.classList.remove("found"));
    const hits = [...matching].flatMap((set) => tree.ofSet(set));
    const moves = tree.nodes.flatMap(({ row, move }) => (pattern && row.querySelector(".s").title.match(pattern) ? move : []));
    [...hits, ...moves].forEach((part) => part.classList.add("found"));
  };

  // ------------------------------------------------------------------ folding, and links into folded parts

  const foldAll = (open) => current.sets.forEach((fold) => { if (!fold.hidden) fold.open = open; });
  let folded = [];
  window.addEventListener("beforeprint", () => {
    folded = all("details").filter((fold) => !fold.open);
    folded.forEach((fold) => { fold.open = true; });
  });
  window.addEventListener("afterprint", () => folded.forEach((fold) => { fold.open = false; }));
  /** Show the view and unfold the information set to which the page's address points. */
  const followAddress = () => {
    const target = location.hash && byId(location.hash.slice(1)); // without the #
    const view = target && target.closest(".view");
    if (!view) return;
    show(views.indexOf(view));
    if (target === view) return;
    if (target.hidden) {
      search.value = "";
      filter();
    }
    target.open = true;
    target.scrollIntoView();
  };

  if (views.length) {
    show(0);
    search.addEventListener("input", filter);
    byId("unfold").addEventListener("click", () => foldAll(true));
    byId("fold").addEventListener("click", () => foldAll(false));
    window.addEventListener("hashchange", followAddress);
    followAddress();
    byId("controls").hidden = false;
    byId("boards").classList.add("live");
  }
  if (slider) {
    slider.addEventListener("input", () => show(Number(slider.value) - 1));
    byId("before").addEventListener("click", () => step(-1));
    byId("after").addEventListener("click", () => step(1));
    all(".stops a").forEach((stop, k) => stop.addEventListener("click", (event) => {
      event.preventDefault();
      show(k);
    }));
  }
  document.addEventListener("keydown", (event) => {
    if (!search || event.ctrlKey || event.metaKey || event.altKey) return;
    const focused = document.activeElement;
    if (event.key === "Escape" && focused === search) {
      search.value = "";
      filter();
    } else if (event.key === "/" && focused !== search) {
      event.preventDefault();
      search.focus();
      search.select();
    } else if (slider && focused.localName !== "input" && !focused.closest("[tabindex='0']") && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
      event.preventDefault();
      step(event.key === "ArrowLeft" ? -1 : 1);
    }
  });

  // ------------------------------------------------------------------ files
  // Some browsers refuse long addresses. So a click saves the file from a blob, which has a short address.

  for (const link of all("a.file")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const [head, data] = link.getAttribute("href").split(","); // data:TYPE;base64,DATA
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const address = URL.createObjectURL(new Blob([bytes], { type: head.slice(5).split(";")[0] }));
      const blobLink = document.createElement("a");
      blobLink.href = address;
      blobLink.download = link.download;
      blobLink.click();
      setTimeout(() => URL.revokeObjectURL(address), 60000);
    });
  }
})();

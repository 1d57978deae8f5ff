"""Run the notebooks in docs/notebooks again and store their output: `python docs/run_notebooks.py [NOTEBOOK ...]`.

Needs the extras openspiel and pandas, and the packages nbclient and ipykernel.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

NOTEBOOKS = Path(__file__).parent / "notebooks"
LONGEST = 300
"""Seconds for a cell."""


def run(path: Path) -> Any:
    """Return a notebook run in an empty folder with the command `lemke`, without what differs between runs."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    scripts = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {key: value for key, value in os.environ.items() if key != "MPLBACKEND"} | {
        "PATH": scripts,
        "NO_COLOR": "1",
    }
    with TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook, timeout=LONGEST, resources={"metadata": {"path": folder}}, record_timing=False
        )
        client.execute(env=environment)
    notebook.metadata = {name: notebook.metadata[name] for name in ("kernelspec", "language_info")}
    notebook.metadata["language_info"] = {"name": "python", "pygments_lexer": "ipython3"}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if "text/html" in output.get("data", {}):
                output.data.pop("text/latex", None)  # no page shows it beside HTML
    return notebook


def texts(notebook: Any) -> list[list[str]]:
    """Return what each cell of code shows as text, without pictures and colours."""
    return [
        [
            output.text
            if output.output_type == "stream"
            else output.get("data", {}).get("text/plain", output.output_type)
            for output in cell.outputs
        ]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def main(names: list[str]) -> None:
    import nbformat

    for path in map(Path, names) if names else sorted(NOTEBOOKS.glob("*.ipynb")):
        nbformat.write(run(path), path)


if __name__ == "__main__":
    main(sys.argv[1:])

/** Figures as files. */

export type Cell = string | number;

/** By RFC 4180. */
export function csv(lines: readonly (readonly Cell[])[]): string {
  return lines.map((line) => line.map(quoted).join(",")).join("\r\n") + "\r\n";
}

function quoted(cell: Cell): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function saveCsv(name: string, lines: readonly (readonly Cell[])[]): void {
  save(`${name}.csv`, "text/csv;charset=utf-8", csv(lines));
}

export function saveJson(name: string, content: unknown): void {
  save(`${name}.json`, "application/json", `${JSON.stringify(content, null, 1)}\n`);
}

/** A stand-alone plot: its colours and fonts are attributes, so that it needs nothing else. */
export function saveSvg(name: string, drawn: SVGSVGElement): void {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.removeAttribute("class");
  save(`${name}.svg`, "image/svg+xml", `${new XMLSerializer().serializeToString(copy)}\n`);
}

export function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replaceAll("/", "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A table; its first row is the heading. Bars are escaped, also in code. */
export function table(rows: readonly (readonly string[])[]): string {
  const [heading = [], ...rest] = rows;
  return [rowText(heading), `|${'---|'.repeat(heading.length)}`, ...rest.map(rowText)].join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** Escapes text that was written for a terminal, so that Markdown does not interpret it. Code stays unchanged. */
export function escaped(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[<*]|(?<=^|\s)_/g, '\\$&')))
    .join('');
}

/** The anchor of a heading, as GitHub generates it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

function rowText(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll('|  |', '| |');
}

/** A table, its first row the heading. Bars are escaped, also those in code. */
export function table(rows: readonly (readonly string[])[]): string {
  const [heading = [], ...rest] = rows;
  return [rowText(heading), `|${'---|'.repeat(heading.length)}`, ...rest.map(rowText)].join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** Text that was written for a terminal: what Markdown would take for its own marks is escaped, except in code. */
export function escaped(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[<*]|(?<=^|\s)_/g, '\\$&')))
    .join('');
}

/** The place of a heading on its page, as GitHub names it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

function rowText(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll('|  |', '| |');
}

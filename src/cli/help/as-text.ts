import { wrap } from '../output/wrap.js';

/** Renders help pages for a terminal: paragraphs, lists, tables of two columns, code. */
export function asText(markdown: string, width: number): string {
  return blocksOf(markdown)
    .map((block) => blockText(block, width))
    .join('\n\n');
}

/** Blocks separated by empty lines; code may contain empty lines. */
function blocksOf(markdown: string): string[] {
  return markdown
    .split(/^(```.*?^```)$/ms)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n{2,}/)))
    .map((block) => block.replace(/^\n+|\n+$/g, ''))
    .filter((block) => block !== '');
}

function blockText(block: string, width: number): string {
  const lines = block.split('\n');
  if (block.startsWith('```')) return indented(lines.slice(1, -1).join('\n'), '  ');
  if (block.startsWith('|')) return tableText(lines, width);
  if (block.startsWith('- '))
    return block
      .split(/^- /m)
      .slice(1)
      .map((item) => itemText(item, width))
      .join('\n');
  return wrap(inline(block), width);
}

function itemText(item: string, width: number): string {
  return `- ${indented(wrap(inline(item.trim()), width - 2), '  ').trimStart()}`;
}

/** On a terminal, the position of a table makes its heading unnecessary, so it is left out with the line below it. */
function tableText(lines: readonly string[], width: number): string {
  const rows = lines.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => inline(cell.trim())),
  );
  const first = Math.max(...rows.map(([name = '']) => name.length)) + 4;
  return rows
    .map(
      ([name = '', words = '']) =>
        `  ${name.padEnd(first - 2)}${indented(wrap(words, width - first), ' '.repeat(first)).trimStart()}`,
    )
    .join('\n');
}

/**
 * Code keeps its backticks: they distinguish `-` from a dash. Links show their target, from the root of the repository.
 */
function inline(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('**', '')))
    .join('')
    .replace(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g, (_, words: string, target: string) => `${words} (${fromRoot(target)})`)
    .replaceAll('\\|', '|');
}

/** Links in pages are relative to docs/reference. */
function fromRoot(target: string): string {
  return target.startsWith('../') ? `docs/${target.slice('../'.length)}` : `docs/reference/${target}`;
}

function indented(text: string, by: string): string {
  return text.replace(/^(?=.)/gm, by);
}

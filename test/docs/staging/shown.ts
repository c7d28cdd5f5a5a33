/** Values that differ in each run: durations, ids, times, file sizes. */
const OTHERS: readonly [RegExp, string][] = [
  [/\d+(\.\d+)? ?(ms|s|min)\b/g, 'N s'],
  [/\bnow\b/g, 'N s ago'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?/g, 'TIME'],
  [/\d+(\.\d+)? (bytes\b|[KMG]i?B\b)/g, 'N bytes'],
  [/ +/g, ' '],
];

/**
 * The lines of a page that are missing in the output, or in another order. `…` matches anything in a line, and any lines if
 * it is alone on its line.
 */
export function missingLines(shown: string, said: string): string[] {
  const heard = said.split('\n').map(alike);
  let at = 0;
  return shown.split('\n').filter((line) => {
    if (line.trim() === '' || line.trim() === '…') return false;
    const pattern = new RegExp(`^${alike(line).split('…').map(literal).join('.*')}$`);
    const found = heard.findIndex((one, index) => index >= at && pattern.test(one));
    if (found >= 0) at = found + 1;
    return found < 0;
  });
}

function alike(line: string): string {
  return OTHERS.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), line.trim());
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

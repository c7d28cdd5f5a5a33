/** Whether a text is complete: it ends with a semicolon outside of texts, names and comments. */
export function isComplete(text: string): boolean {
  let last = '';
  for (let at = 0; at < text.length;) {
    const skipped = skippedAt(text, at);
    if (skipped === undefined) return false;
    if (skipped > at) {
      if (/['"$]/.test(text[at] as string)) last = 'x';
      at = skipped;
      continue;
    }
    const character = text[at] as string;
    if (!/\s/.test(character)) last = character;
    at++;
  }
  return last === ';';
}

/** The end of what begins here and can contain a semicolon; the same place if nothing does; undefined if it is not closed. */
function skippedAt(text: string, at: number): number | undefined {
  if (text.startsWith('--', at)) return after(text, '\n', at + 2) ?? text.length;
  if (text.startsWith('/*', at)) return after(text, '*/', at + 2);
  const dollar = /^\$\w*\$/.exec(text.slice(at))?.[0];
  if (dollar !== undefined) return after(text, dollar, at + dollar.length);
  const quote = text[at];
  // A doubled quote inside ends one text and begins the next, which is the same here.
  return quote === "'" || quote === '"' ? after(text, quote, at + 1) : at;
}

function after(text: string, end: string, from: number): number | undefined {
  const found = text.indexOf(end, from);
  return found === -1 ? undefined : found + end.length;
}

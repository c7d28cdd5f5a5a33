/** Comments, and what keeps browsers from running JSON as a script. */
const BEFORE_JSON = /^(?:#|\/\/|\)\]\}'|$)/;

/** How many lines stand before the JSON of a text and are none of it. */
export function jsonPreamble(head: string): number {
  const lines = head.split('\n').map((line) => line.trim());
  const first = lines.findIndex((line) => !BEFORE_JSON.test(line));
  const isBare = lines.slice(0, first).every((line) => line === '');
  return isBare || !/^[[{]/.test(lines[first] ?? '') ? 0 : first;
}

/** A text from this line on. */
export function fromLine(text: string, line: number): string {
  let start = 0;
  for (let passed = 0; passed < line; passed += 1) start = text.indexOf('\n', start) + 1;
  return text.slice(start);
}

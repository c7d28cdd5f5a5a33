/** On one line, and without control characters: text of a job must not move the cursor. */
export function printable(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replace(/\p{Cc}/gu, '�');
}

/** The same for text whose lines are kept. */
export function printableLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.replaceAll('\t', '    ').replace(/\p{Cc}/gu, '�'))
    .join('\n');
}

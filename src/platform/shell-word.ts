/** A path that can be pasted into a shell. */
export function shellWord(text: string): string {
  return quoted(text.startsWith('-') ? `./${text}` : text);
}

/** A program and its arguments as a line that can be pasted into a shell. */
export function shellLine(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

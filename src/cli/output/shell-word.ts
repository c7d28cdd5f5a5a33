/** A path as it can be pasted into a shell. */
export function shellWord(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

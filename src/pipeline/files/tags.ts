/** Tags are stored as JSON: sorted and without duplicates, so that equal sets are equal texts. */
export function tagsWith(recorded: string, added: readonly string[]): string {
  const tags = tagsOf(recorded);
  if (added.every((tag) => tags.includes(tag))) return recorded;
  return JSON.stringify([...new Set([...tags, ...added])].sort());
}

export function tagsOf(recorded: string): string[] {
  return JSON.parse(recorded) as string[];
}

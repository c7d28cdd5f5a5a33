/** The tags in the table are JSON: sorted, each once, so that the same set is the same text. */
export function tagsWith(recorded: string, added: readonly string[]): string {
  const tags = tagsOf(recorded);
  if (added.every((tag) => tags.includes(tag))) return recorded;
  return JSON.stringify([...new Set([...tags, ...added])].sort());
}

export function tagsOf(recorded: string): string[] {
  return JSON.parse(recorded) as string[];
}

/** Members of payloads that say what a job is about, the most telling first. */
export const LABEL_MEMBERS = ['path', 'source', 'dataset', 'passport_id', 'item', 'name', 'url'] as const;
export const MAX_LABEL_LENGTH = 300;

/** What a job is about, for lists: the first of these members that is a text, or the words of its command. */
export function jobLabel(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const members = payload as Readonly<Record<string, unknown>>;
  const text = LABEL_MEMBERS.map((name) => members[name]).find((value) => typeof value === 'string');
  const label = typeof text === 'string' ? text : commandText(members['command']);
  return label === null ? null : label.slice(0, MAX_LABEL_LENGTH);
}

function commandText(command: unknown): string | null {
  return Array.isArray(command) && command.length > 0 ? command.map(String).join(' ') : null;
}

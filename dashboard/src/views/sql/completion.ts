/** A table with its columns, for completion. */
export interface KnownTable {
  readonly name: string;
  readonly kind: 'dataset' | 'ledger';
  readonly columns: readonly { readonly name: string; readonly type: string }[] | null;
}

export interface Completion {
  readonly text: string;
  readonly note: string;
}

const KEYWORDS = [
  'select',
  'from',
  'where',
  'group by',
  'order by',
  'limit',
  'having',
  'join',
  'left join',
  'using',
  'distinct',
  'count(*)',
  'sum(',
  'avg(',
  'min(',
  'max(',
  'date_trunc(',
  'coalesce(',
  'case when',
  'describe',
];
const MOST = 8;

/** The beginning of a name before the cursor. */
export function wordBefore(text: string, cursor: number): string {
  return /[\w.]*$/.exec(text.slice(0, cursor))?.[0] ?? '';
}

/** Names that continue a word: columns of mentioned tables first, then tables, then words of SQL. */
export function completionsOf(text: string, word: string, tables: readonly KnownTable[]): Completion[] {
  const wanted = word.toLowerCase();
  if (wanted === '') return [];
  const folded = text.toLowerCase();
  const mentioned = tables.filter(({ name }) => folded.includes(name.toLowerCase()));
  const columns = mentioned.flatMap((table) =>
    (table.columns ?? []).map(({ name, type }) => ({
      text: quoted(name),
      note: `${table.name}, ${type.toLowerCase()}`,
    })),
  );
  const names = tables.map(({ name, kind }) => ({ text: name.split('.').map(quoted).join('.'), note: kind }));
  const words = KEYWORDS.map((one) => ({ text: one, note: 'SQL' }));
  const seen = new Set<string>();
  return [...columns, ...names, ...words]
    .filter((one) => one.text.toLowerCase().replaceAll('"', '').startsWith(wanted) && one.text.toLowerCase() !== wanted)
    .filter(({ text: own }) => !seen.has(own) && seen.add(own))
    .slice(0, MOST);
}

/** Quoted if it is not a plain name. */
function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

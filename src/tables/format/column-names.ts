/** Columns that begin so say where a row comes from; one of the file would not be told from them. */
const RESERVED = /^_cf_/i;

export interface NamedColumns {
  readonly columns: readonly string[];
  /** What had to be changed, in sentences. */
  readonly notes: readonly string[];
}

/** Names for all columns of a table, each its own: from the lines of its header, or numbered where there are none. */
export function nameColumns(header: readonly (readonly string[])[], width: number): NamedColumns {
  const written = Array.from({ length: width }, (_, column) => joinedName(header, column, width));
  const given = written.map((name) => name.replace(RESERVED, 'cf_'));
  const taken = new Set(given.filter((name) => name !== ''));
  const seen = new Set<string>();
  const unnamed: string[] = [];
  const renamed: string[] = [];
  const columns = given.map((name, column) => {
    if (name !== '' && !seen.has(name)) {
      seen.add(name);
      return name;
    }
    const free = freeName(name === '' ? `column_${column + 1}` : name, name !== '', taken);
    (name === '' ? unnamed : renamed).push(free);
    seen.add(free);
    taken.add(free);
    return free;
  });
  const reserved = written.filter((name) => RESERVED.test(name));
  const notes =
    header.length === 0 ? [] : [...unnamedNote(unnamed), ...renamedNote(renamed), ...reservedNote(reserved)];
  return { columns, notes };
}

/** Names on several lines are joined; a name of a group counts for the columns behind it until the next one. */
function joinedName(header: readonly (readonly string[])[], column: number, width: number): string {
  const parts = header.map((line, at) => {
    const isGroup = at < header.length - 1 && line.length === width && line.some((field) => field.trim() === '');
    const own = clean(line[column] ?? '', column).replace(/^:?-+:?$/, '');
    return own === '' && isGroup
      ? clean(line.slice(0, column).findLast((field) => field.trim() !== '') ?? '', column)
      : own;
  });
  return parts.filter((part, at) => part !== '' && parts.indexOf(part) === at).join(' ');
}

/** `#id` is how a header says that it is none of the rows. */
function clean(name: string, column: number): string {
  const text = name.replace(/\s+/gu, ' ').trim();
  return column === 0 ? text.replace(/^#+\s*(?=\S)/u, '') : text;
}

function freeName(name: string, isTaken: boolean, taken: ReadonlySet<string>): string {
  if (!isTaken && !taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}_${number}`)) number += 1;
  return `${name}_${number}`;
}

function unnamedNote(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [`${names.length === 1 ? 'A column has' : `${names.length} columns have`} no name: called ${listed(names)}.`];
}

function renamedNote(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [
    `${names.length === 1 ? 'A name stands' : `${names.length} names stand`} more than once: called ${listed(names)}.`,
  ];
}

function reservedNote(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [`Names that begin with _cf_ are casparian's own: ${listed(names)} read without the first underscore.`];
}

const NAMES_LISTED = 5;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_LISTED).join(', ');
  return names.length > NAMES_LISTED ? `${shown} …` : shown;
}

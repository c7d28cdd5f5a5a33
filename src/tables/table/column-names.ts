/** Columns with this prefix hold the origin of a row; a column of the file must not look like one. */
const RESERVED = /^_cf_/i;

export interface NamedColumns {
  readonly columns: readonly string[];
  /** Which names were changed, in sentences. */
  readonly notes: readonly string[];
}

/** Unique names for all columns of a table: from the lines of its header, or numbered where it has none. */
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

/** Joins names that span several lines. The name of a group applies to its columns up to the next group. */
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

/** Some programs mark the header line with `#`. */
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
    `${names.length === 1 ? 'A name is' : `${names.length} names are`} used more than once: called ${listed(names)}.`,
  ];
}

function reservedNote(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [`Names that begin with _cf_ are reserved: ${listed(names)} read without the first underscore.`];
}

const NAMES_LISTED = 5;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_LISTED).join(', ');
  return names.length > NAMES_LISTED ? `${shown} …` : shown;
}

/** Unique names for the columns of a format that names them itself: empty names are numbered, duplicates get a suffix. */
export function givenNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name, column) => {
    const own = name === '' ? `column_${column + 1}` : name.replace(RESERVED, 'cf_');
    let free = own;
    const isFree = (): boolean => !seen.has(free) && (own === name || !taken.has(free));
    for (let number = 2; !isFree(); number += 1) free = `${own}_${number}`;
    seen.add(free);
    return free;
  });
}

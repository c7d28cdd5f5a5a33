import { quotedIdentifier, quotedString } from '@duckdb/node-api';

export function identifier(name: string): string {
  return quotedIdentifier(name);
}

export function text(value: string): string {
  return quotedString(value);
}

export function textList(values: Iterable<string>): string {
  return `[${Array.from(values, text).join(', ')}]`;
}

/** A list of files to read, as SQL. */
export function fileList(paths: Iterable<string>): string {
  return textList(Array.from(paths, patternOf));
}

/** DuckDB interprets these characters in a path as a pattern, even if a file with that exact name exists. */
export function patternOf(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}

/** The struct for the `columns` option of `read_csv` and `read_json`. */
export function columnTypes(columns: readonly { name: string; type: string }[]): string {
  return `{${columns.map(({ name, type }) => `${text(name)}: ${text(type)}`).join(', ')}}`;
}

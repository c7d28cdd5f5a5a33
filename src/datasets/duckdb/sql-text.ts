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

/** Files to read. */
export function fileList(paths: Iterable<string>): string {
  return textList(Array.from(paths, patternOf));
}

/** DuckDB takes such characters in a path for a pattern, also when a file of that very name is there. */
export function patternOf(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}

/** Of the struct that `read_csv` and `read_json` take for `columns`. */
export function columnTypes(columns: readonly { name: string; type: string }[]): string {
  return `{${columns.map(({ name, type }) => `${text(name)}: ${text(type)}`).join(', ')}}`;
}

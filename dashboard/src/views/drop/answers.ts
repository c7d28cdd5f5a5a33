import type { Schemas } from '../../../../src/client/index.js';

export type Inspection = Schemas['Inspection'];

/** What the person decided, as the API takes it. */
export interface Answers {
  readonly types: Readonly<Record<string, { readonly type: string; readonly format: string | null }>>;
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  readonly header_lines?: number | undefined;
  readonly skip_lines?: number | undefined;
  readonly footer_lines?: number | undefined;
}

export const NO_ANSWERS: Answers = { types: {} };

export function bodyOf({ types, ...dialect }: Answers) {
  const given = Object.fromEntries(Object.entries(dialect).filter(([, value]) => value !== undefined && value !== ''));
  return { types: Object.entries(types).map(([column, { type, format }]) => ({ column, type, format })), ...given };
}

/** The same on the command line. */
export function commandOf(
  name: string,
  { types, delimiter, encoding, header_lines, skip_lines, footer_lines }: Answers,
): string {
  const flags = [
    ...Object.entries(types).map(
      ([column, { type, format }]) => `--type ${shell(`${column}=${type}${format === null ? '' : `:${format}`}`)}`,
    ),
    ...(delimiter ? [`--delimiter ${shell(delimiter)}`] : []),
    ...(encoding ? [`--encoding ${shell(encoding)}`] : []),
    ...(header_lines === undefined ? [] : [`--header-lines ${header_lines}`]),
    ...(skip_lines === undefined ? [] : [`--skip-lines ${skip_lines}`]),
    ...(footer_lines === undefined ? [] : [`--footer-lines ${footer_lines}`]),
  ];
  return ['casparian run', shell(name), ...flags].join(' ');
}

function shell(text: string): string {
  return /^[\w.,:=%/()-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A name for the dataset from that of the file. */
export function datasetNameOf(file: string): string {
  const plain = file
    .replace(/(\.[a-z0-9]{1,8})+$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const name = plain.replace(/(_?\d{2,8})+$/, '') || plain;
  return /^[a-z]/.test(name) ? name.slice(0, 60) : `data_${name}`.slice(0, 60);
}

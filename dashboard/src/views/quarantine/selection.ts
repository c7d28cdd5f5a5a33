import type { Item } from '../../../../src/client/index.js';
import { query } from '../../shell/router.js';

export type QuarantinedRow = Item<'/v1/quarantine'>;

/** Rows with one cause: those of an output, a column and a kind of error. */
export interface Group {
  readonly parser: string;
  readonly output: string;
  readonly column: string | null;
  readonly error_type: string;
  readonly rows: number;
  readonly example: QuarantinedRow;
  readonly messages: readonly { readonly message: string }[];
}

export function groupId({ parser, output, column, error_type }: Omit<Group, 'rows' | 'example' | 'messages'>): string {
  return [parser, output, column ?? '', error_type].join('~');
}

/** The filter that the address has besides the group: of a job, a file, a dataset or a state. */
export function givenFilter(): { job?: string; file?: string; output?: string; parser?: string; status?: string[] } {
  const value = (name: string): string | undefined => query.value.get(name) ?? undefined;
  const [job, file, output, parser, status] = ['job', 'file', 'output', 'parser', 'status'].map(value);
  return {
    ...(job === undefined ? {} : { job }),
    ...(file === undefined ? {} : { file }),
    ...(output === undefined ? {} : { output }),
    ...(parser === undefined ? {} : { parser }),
    ...(status === undefined ? {} : { status: [status] }),
  };
}

/** The filter of a group, for lists and for the address of a colleague. */
export function filterOfGroup({ parser, output, column, error_type: error }: Group): {
  parser: string;
  output: string;
  column?: string;
  error: string;
} {
  return { parser, output, ...(column === null ? {} : { column }), error };
}

/** What is wrong, without the value: "is not a date". */
export function reasonOf({ column, error_type, messages }: Group): string {
  const said = messages[0]?.message ?? error_type.replaceAll('_', ' ');
  const short = said.replace(/^'(?:[^']|'(?!\s))*' /, '').replace(/:.*$/s, '');
  return column === null ? short : short.replace(new RegExp(`^${escapeRegex(column)}[: ]+`), '');
}

function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

import { MalformedPayload } from '../protocol/protocol-error.js';

export interface Header {
  /** The hello, undecoded. */
  readonly parser?: unknown;
  readonly output: string | null;
  readonly columns: readonly string[] | null;
}

const HEADER_KEY = '$casparian';

/** What the first line says when it is a header, null when it is a row already. */
export function decodeHeader(line: object): Header | null {
  const keys = Object.keys(line);
  if (keys.length !== 1 || keys[0] !== HEADER_KEY) return null;
  const content = (line as Record<string, unknown>)[HEADER_KEY];
  if (typeof content !== 'object' || content === null) throw new MalformedPayload('has a header that is no object');
  const { parser, output = null, columns = null } = content as Record<string, unknown>;
  if (output !== null && typeof output !== 'string') throw new MalformedPayload('names an output that is no text');
  return { parser, output, columns: columns === null ? null : columnNames(columns) };
}

function columnNames(columns: unknown): readonly string[] {
  if (!Array.isArray(columns) || !columns.every((name) => typeof name === 'string')) {
    throw new MalformedPayload('has a header whose columns are no list of names');
  }
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw new MalformedPayload(`has two columns with the name ${JSON.stringify(twice)}`);
  return columns;
}

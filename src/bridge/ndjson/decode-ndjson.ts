import type { Cell, CellColumn } from '../../contract/index.js';
import { replaceLongIntegers } from '../../platform/index.js';
import { MAX_BATCH_ROWS } from '../protocol/bounds.js';
import type { BridgeMessage } from '../protocol/message.js';
import { MalformedPayload } from '../protocol/protocol-error.js';
import { decodeCell } from './decode-cell.js';
import { decodeHello } from './hello.js';

/** One frame of NDJSON: the hello, or rows with an optional header. */
export function decodeNdjson(text: string): BridgeMessage {
  const isShortHeader = text.length <= SHORT_HELLO_CHARACTERS && text.startsWith(HEADER_START);
  const known = isShortHeader ? hellos.get(text) : undefined;
  if (known !== undefined) return known;
  const message = decoded(text);
  if (isShortHeader && message.kind === 'hello') {
    if (hellos.size >= MOST_HELLOS) hellos.clear();
    hellos.set(text, message);
  }
  return message;
}

/** A parser says the same before each file. Equal hellos are one object, so that what is made of it can be found again. */
const hellos = new Map<string, BridgeMessage>();
const MOST_HELLOS = 100;
const SHORT_HELLO_CHARACTERS = 16_384;

function decoded(text: string): BridgeMessage {
  if (!text.endsWith('\n')) throw new MalformedPayload('its last line of NDJSON has no line end');
  const firstEnd = text.indexOf('\n');
  const header = decodeHeader(parseLine(text.slice(0, firstEnd), 1));
  if (header?.parser !== undefined) {
    if (firstEnd + 1 < text.length) throw new MalformedPayload('has more lines after the hello');
    return { kind: 'hello', parser: decodeHello(header.parser) };
  }
  const columns = createCellColumns(header?.columns ?? null);
  let line = header ? 2 : 1;
  for (let start = header ? firstEnd + 1 : 0; start < text.length; line += 1) {
    const end = text.indexOf('\n', start);
    addRow(columns, parseLine(text.slice(start, end), line), line);
    start = end + 1;
  }
  return {
    kind: 'batch',
    batch: { output: header?.output ?? null, rowCount: columns.rowCount, columns: columns.finish() },
  };
}

function parseLine(line: string, number: number): object {
  let value: unknown;
  try {
    // Our own shims tag integers that JSON.parse would round; other programs do not.
    value = JSON.parse(replaceLongIntegers(line, (integer) => `{"$int":"${integer}"}`));
  } catch (error) {
    throw new MalformedPayload(`line ${number} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedPayload(`line ${number} is not a JSON object`);
  }
  return value;
}

function addRow(columns: ReturnType<typeof createCellColumns>, row: object, line: number): void {
  if (columns.rowCount === MAX_BATCH_ROWS) throw new MalformedPayload(`has more than ${MAX_BATCH_ROWS} rows`);
  try {
    columns.addRow(row as Record<string, unknown>);
  } catch (error) {
    throw new MalformedPayload(`line ${line}: ${(error as Error).message}`, { cause: error });
  }
}

export interface Header {
  /** The hello, undecoded. */
  readonly parser?: unknown;
  readonly output: string | null;
  readonly columns: readonly string[] | null;
}

const HEADER_KEY = '$casparian';
/** Other programs may write it with spaces. */
const HEADER_START = `{"${HEADER_KEY}"`;

/** The header in the first line; null if the line is a row. */
function decodeHeader(line: object): Header | null {
  const keys = Object.keys(line);
  if (keys.length !== 1 || keys[0] !== HEADER_KEY) return null;
  const content = (line as Record<string, unknown>)[HEADER_KEY];
  if (typeof content !== 'object' || content === null) throw new MalformedPayload('has a header that is not an object');
  const { parser, output = null, columns = null } = content as Record<string, unknown>;
  if (output !== null && typeof output !== 'string') throw new MalformedPayload('names an output that is not text');
  return { parser, output, columns: columns === null ? null : columnNames(columns) };
}

function columnNames(columns: unknown): readonly string[] {
  if (!Array.isArray(columns) || !columns.every((name) => typeof name === 'string')) {
    throw new MalformedPayload('has a header whose columns are not a list of names');
  }
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw new MalformedPayload(`has two columns with the name ${JSON.stringify(twice)}`);
  return columns;
}

export interface CellColumns {
  readonly rowCount: number;
  addRow(row: Readonly<Record<string, unknown>>): void;
  finish(): readonly CellColumn[];
}

/**
 * Converts rows to columns. With a header, its names are the only columns; without one, each new key adds a column. A
 * row without a key has null there.
 */
function createCellColumns(header: readonly string[] | null): CellColumns {
  const columns: { readonly name: string; readonly cells: Cell[] }[] = [];
  const positions = new Map<string, number>();
  let rowCount = 0;

  const open = (name: string): number => {
    positions.set(name, columns.length);
    // Earlier rows did not have this key.
    columns.push({ name, cells: new Array<Cell>(rowCount).fill(null) });
    return columns.length - 1;
  };
  const positionOf = (name: string): number => {
    const known = positions.get(name);
    if (known !== undefined) return known;
    if (header === null) return open(name);
    throw new Error(`the key ${JSON.stringify(name)} is not among the columns of the header`);
  };
  header?.forEach(open);

  return {
    get rowCount() {
      return rowCount;
    },
    addRow(row) {
      // Checks the keys instead of the columns: a missing `constructor` would be found on the prototype.
      const keys = Object.keys(row);
      for (let index = 0; index < keys.length; index += 1) {
        const name = keys[index] ?? '';
        const column = columns[columns[index]?.name === name ? index : positionOf(name)];
        column?.cells.push(cellOf(row[name], name));
      }
      rowCount += 1;
      if (keys.length === columns.length) return;
      for (const { cells } of columns) if (cells.length < rowCount) cells.push(null);
    },
    finish: () => columns.map(({ name, cells }) => ({ form: 'cells', name, cells })),
  };
}

function cellOf(value: unknown, name: string): Cell {
  if (typeof value !== 'object' || value === null) return value as Cell;
  try {
    return decodeCell(value);
  } catch (error) {
    throw new Error(`column ${JSON.stringify(name)}: ${(error as Error).message}`, { cause: error });
  }
}

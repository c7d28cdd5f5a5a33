import {
  compiledModule,
  Instance,
  Memory,
  type VariableBytes,
  WASM_PAGE_BYTES,
  type WasmGlobal,
} from '../../../../contract/index.js';
import { ISO_DATE } from '../classify-date.js';
import { CODE, TEXT, WORD } from '../classify-text.js';
import { type Shape, shapeOf } from '../shape.js';
import type { Tally } from '../tally.js';
import { RUNS_WASM } from './runs-wasm.js';

/**
 * Counts values of common shapes, many at a time. A column mostly repeats one shape, and counting its values in
 * WebAssembly takes a fifth of the time of `classify`. See runs.wat.
 */
export interface ShapeRuns {
  /**
   * Counts the values from `row` on while they have the shape of `last`, or for texts any shape of text. Returns the
   * first row that is not counted: `classify` decides about it.
   */
  count(last: Tally, tallies: ReadonlyMap<Shape, Tally>, row: number, to: number): number;
}

interface Exports {
  readonly ints: Run;
  readonly decimals: Run;
  readonly dates: Run;
  readonly textsOf: (row: number, to: number, base: number, counted: number) => number;
  readonly mostWhole: WasmGlobal;
  readonly mostPlaces: WasmGlobal;
  readonly fewestDigits: WasmGlobal;
  readonly mostDigits: WasmGlobal;
  readonly words: WasmGlobal;
  readonly codes: WasmGlobal;
  readonly texts: WasmGlobal;
}

type Run = (row: number, to: number, base: number) => number;

/** Copying a column into the memory is not worth it for fewer values. */
const LEAST_ROWS = 64;
/** The loops read sixteen bytes at a time. */
const SLACK = 16;
const INT = shapeOf('int');
const DECIMAL = shapeOf('decimal');

/** Null for few values, and on processors without SIMD. Valid until the next call. */
export function shapeRunsOf({ offsets, bytes }: VariableBytes, rowCount: number): ShapeRuns | null {
  if (rowCount < LEAST_ROWS) return null;
  loaded ??= load();
  if (loaded === 'unsupported') return null;
  const { memory, loops } = loaded;
  const [from, to] = [offsets[0] ?? 0, offsets[rowCount] ?? 0];
  const valuesAt = (rowCount + 1) * Int32Array.BYTES_PER_ELEMENT;
  const missing = valuesAt + to - from + SLACK - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / WASM_PAGE_BYTES));
  new Int32Array(memory.buffer).set(offsets.subarray(0, rowCount + 1));
  new Uint8Array(memory.buffer).set(bytes.subarray(from, to), valuesAt);
  const base = valuesAt - from;
  return { count: (last, tallies, row, end) => countRun(loops, base, last, tallies, row, end) };
}

interface Loaded {
  readonly memory: Memory;
  readonly loops: Exports;
}

let loaded: Loaded | 'unsupported' | undefined;

function load(): Loaded | 'unsupported' {
  const module = compiledModule(RUNS_WASM);
  if (module === null) return 'unsupported';
  const memory = new Memory({ initial: 1 });
  return { memory, loops: new Instance(module, { host: { memory } }).exports as unknown as Exports };
}

function countRun(
  loops: Exports,
  base: number,
  last: Tally,
  tallies: ReadonlyMap<Shape, Tally>,
  row: number,
  to: number,
): number {
  switch (last.shape) {
    case INT:
      return countNumbers(loops, last, row, loops.ints(row, to, base));
    case DECIMAL:
      return countNumbers(loops, last, row, loops.decimals(row, to, base));
    case ISO_DATE: {
      const end = loops.dates(row, to, base);
      last.count += end - row;
      return end;
    }
    case WORD:
    case CODE:
    case TEXT:
      return countTexts(loops, base, tallies, row, to);
    default:
      return row;
  }
}

function countNumbers(loops: Exports, tally: Tally, row: number, end: number): number {
  if (end === row) return row;
  tally.count += end - row;
  tally.mostWhole = Math.max(tally.mostWhole, loops.mostWhole.value);
  tally.mostPlaces = Math.max(tally.mostPlaces, loops.mostPlaces.value);
  tally.fewestDigits = Math.min(tally.fewestDigits, loops.fewestDigits.value);
  tally.mostDigits = Math.max(tally.mostDigits, loops.mostDigits.value);
  return end;
}

/** Only shapes that have many distinct texts are counted: the texts of the others are noted one by one. */
function countTexts(loops: Exports, base: number, tallies: ReadonlyMap<Shape, Tally>, row: number, to: number): number {
  const [words, codes, texts] = [WORD, CODE, TEXT].map((shape) => {
    const tally = tallies.get(shape);
    return tally?.distinct === null ? tally : undefined;
  });
  const counted = (words ? 1 : 0) | (codes ? 2 : 0) | (texts ? 4 : 0);
  if (counted === 0) return row;
  const end = loops.textsOf(row, to, base, counted);
  if (words) words.count += loops.words.value;
  if (codes) codes.count += loops.codes.value;
  if (texts) texts.count += loops.texts.value;
  return end;
}

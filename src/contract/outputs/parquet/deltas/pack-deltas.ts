import {
  Instance,
  Memory,
  type Memory as WasmMemory,
  Module,
  WASM_PAGE_BYTES,
  type WasmGlobal,
} from '../../../wasm/web-assembly.js';
import { type Bounds, PAGE_ROWS } from '../page.js';
import { DELTAS_WASM } from './deltas-wasm.js';

interface Exports {
  readonly least: WasmGlobal<bigint>;
  readonly most: WasmGlobal<bigint>;
  readonly pack: (from: number, count: number, valueBytes: number, to: number) => number;
}

export interface PackedDeltas {
  /** Valid until the next call. */
  readonly bytes: Uint8Array;
  readonly bounds: Bounds;
}

/** Behind the differences of a block. */
const VALUES_AT = 1_024;
const PACKED_AT = VALUES_AT + PAGE_ROWS * 8;
/** At most the values themselves, and 14 bytes for each block of 128 of them. */
const PACKED_BYTES = PAGE_ROWS * 8 + (PAGE_ROWS / 128 + 1) * 16;

/** Writes the values of a page, at least one, as DELTA_BINARY_PACKED, and finds the smallest and the largest. */
export function packDeltas(values: Uint8Array, valueBytes: 4 | 8): PackedDeltas {
  loaded ??= load();
  const { memory, deltas } = loaded;
  memory.set(values, VALUES_AT);
  const end = deltas.pack(VALUES_AT, values.byteLength / valueBytes, valueBytes, PACKED_AT);
  const [min, max] = [deltas.least.value, deltas.most.value];
  const bounds = valueBytes === 4 ? { min: Number(min), max: Number(max) } : { min, max };
  return { bytes: memory.subarray(PACKED_AT, end), bounds };
}

let loaded: { readonly memory: Uint8Array; readonly deltas: Exports } | undefined;

function load(): NonNullable<typeof loaded> {
  const memory: WasmMemory = new Memory({ initial: Math.ceil((PACKED_AT + PACKED_BYTES) / WASM_PAGE_BYTES) });
  const instance = new Instance(new Module(Buffer.from(DELTAS_WASM, 'base64')), { host: { memory } });
  return { memory: new Uint8Array(memory.buffer), deltas: instance.exports as unknown as Exports };
}

/**
 * Memory of batches that are no longer used. New batches are copied into it: new memory has to be cleared, and every 64
 * MB of it cause a full garbage collection.
 */
const spare: ArrayBuffer[] = [];

/** At most four batches are in use at a time, with three buffers each. */
const MOST_SPARE = 12;

/** Sizes are rounded up, so that batches of similar size fit into the same buffers. */
const STEP_BYTES = 262_144;

export function recycleMemory(memory: ArrayBuffer): void {
  spare.push(memory);
  spare.sort((one, other) => one.byteLength - other.byteLength);
  // Memory that is too small for the coming batches would be kept forever.
  if (spare.length > MOST_SPARE) spare.shift();
}

/** Returns a buffer of at least this size, with arbitrary content, that can be transferred to another thread. */
export function takeMemory(bytes: number): ArrayBuffer {
  const at = spare.findIndex(({ byteLength }) => byteLength >= bytes);
  const [memory] = at === -1 ? [] : spare.splice(at, 1);
  return memory ?? new ArrayBuffer(Math.ceil(bytes / STEP_BYTES) * STEP_BYTES);
}

/** A copy of the bytes in memory that can be transferred. */
export function copyToTransfer(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(takeMemory(bytes.length), 0, bytes.length);
  copy.set(bytes);
  return copy;
}

/**
 * Memory of batches that whoever had them is done with. The next ones are copied into it: fresh memory would have to be
 * cleared, and every 64 MB of it make the garbage collector look at everything.
 */
const spare: ArrayBuffer[] = [];

/** No more batches than that are on their way. */
const MOST_SPARE = 4;

/** Batches are of about the same size, and to fit into one another's memory they have more than they need. */
const STEP_BYTES = 262_144;

export function giveBack(memory: ArrayBuffer): void {
  if (spare.length < MOST_SPARE) spare.push(memory);
}

/** The same bytes in memory that can be given away. */
export function copyToGive(bytes: Uint8Array): Uint8Array {
  const memory = spare.pop();
  const isLargeEnough = memory !== undefined && memory.byteLength >= bytes.length;
  const room = isLargeEnough ? memory : new ArrayBuffer(Math.ceil(bytes.length / STEP_BYTES) * STEP_BYTES);
  const copy = new Uint8Array(room, 0, bytes.length);
  copy.set(bytes);
  return copy;
}

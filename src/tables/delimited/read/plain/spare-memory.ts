/**
 * Memory of batches that whoever had them is done with. The next ones are copied into it: fresh memory would have to be
 * cleared, and every 64 MB of it make the garbage collector look at everything.
 */
const spare: ArrayBuffer[] = [];

/** No more pieces than those of four batches are on their way. */
const MOST_SPARE = 8;

/** Batches are of about the same size, and to fit into one another's memory they have more than they need. */
const STEP_BYTES = 262_144;

export function giveBack(memory: ArrayBuffer): void {
  spare.push(memory);
  spare.sort((one, other) => one.byteLength - other.byteLength);
  // What is too small for the batches that come would lie here for ever.
  if (spare.length > MOST_SPARE) spare.shift();
}

/** At least so many bytes that can be given away. What they hold is not said. */
export function takeMemory(bytes: number): ArrayBuffer {
  const at = spare.findIndex(({ byteLength }) => byteLength >= bytes);
  const [memory] = at === -1 ? [] : spare.splice(at, 1);
  return memory ?? new ArrayBuffer(Math.ceil(bytes / STEP_BYTES) * STEP_BYTES);
}

/** The same bytes in memory that can be given away. */
export function copyToTransfer(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(takeMemory(bytes.length), 0, bytes.length);
  copy.set(bytes);
  return copy;
}

import type { UnpackLimits } from './unpack-limits.js';

/** A file to read. `bytes` is set when its name is not UTF-8: the operating system then knows it by these bytes only. */
export interface InputFile {
  /** As the user gave it: for messages and lineage. */
  readonly name: string;
  readonly path: string;
  readonly bytes: Buffer | undefined;
  /** The whole content of a small file that was read already. */
  readonly content?: Uint8Array | undefined;
  /** How much it may unpack to, if it is compressed. */
  readonly unpackLimits?: UnpackLimits | undefined;
}

/** A file to parse. `bytes` is set when its name is not UTF-8, and then it is the only true form of the name. */
export interface InputFile {
  /** As given, for people and for lineage. */
  readonly name: string;
  readonly path: string;
  readonly bytes: Buffer | undefined;
  /** All that is in it, where it was small enough to be read at once. */
  readonly content?: Uint8Array | undefined;
}

/** One file of a bundle: its name with forward slashes, relative to the bundle's root, and its bytes. */
export interface BundleEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** A bundle holds source and small data. Larger files are data or an environment and do not belong in it. */
export const MAX_BUNDLE_FILES = 1_000;
export const MAX_BUNDLE_BYTES = 10 * 2 ** 20;

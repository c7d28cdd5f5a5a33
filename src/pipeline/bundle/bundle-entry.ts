/** One file of a bundle: its name with forward slashes, relative to the bundle's root, and its bytes. */
export interface BundleEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** Source and small data. What is larger is data or an environment, and belongs elsewhere. */
export const MAX_BUNDLE_FILES = 1_000;
export const MAX_BUNDLE_BYTES = 10 * 2 ** 20;

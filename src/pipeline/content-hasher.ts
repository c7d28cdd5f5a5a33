import type { Blake3Hasher } from '@napi-rs/blake-hash';

/** Loaded with the first file to hash: it takes 11 ms of CPU, and most commands hash nothing. */
export async function contentHasher(): Promise<Blake3Hasher> {
  const { Blake3Hasher } = await import('@napi-rs/blake-hash');
  return new Blake3Hasher();
}

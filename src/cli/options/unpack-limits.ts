import type { InputFile } from '../../tables/index.js';
import type { Invocation } from '../invocation.js';
import { someSettings } from '../settings.js';

/** Inputs with the configured limits for unpacking. The settings are only read if a name looks compressed. */
export async function withUnpackLimits(invocation: Invocation, inputs: readonly InputFile[]): Promise<InputFile[]> {
  if (!inputs.some(({ name }) => /\.(?:gz|gzip|zst|zstd)$/i.test(name))) return [...inputs];
  const names = ['reader_max_unpacked_bytes', 'reader_max_unpack_ratio'] as const;
  const { reader_max_unpacked_bytes: maxBytes, reader_max_unpack_ratio: maxRatio } = await someSettings(
    invocation,
    names,
  );
  return inputs.map((input) => ({ ...input, unpackLimits: { maxBytes, maxRatio } }));
}

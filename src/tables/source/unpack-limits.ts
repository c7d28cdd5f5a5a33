import { CasparianError } from '../../platform/index.js';

/** How much a compressed file may unpack to. */
export interface UnpackLimits {
  readonly maxBytes: number;
  /** Unpacked bytes for each packed byte. */
  readonly maxRatio: number;
}

/** Exported tables and logs unpack to 5 to 100 times their size. */
export const DEFAULT_UNPACK_LIMITS: UnpackLimits = { maxBytes: 64 * 2 ** 30, maxRatio: 250 };

/** Below this size, the ratio does not matter: short files of equal rows have a high one. */
const SMALL_BYTES = 256 * 2 ** 20;

/** Throws if a file has unpacked to more than its limits allow. A few kilobytes can contain terabytes of equal rows. */
export function requireWithinLimits(
  name: string,
  { packed, unpacked }: { packed: number; unpacked: number },
  { maxBytes, maxRatio }: UnpackLimits,
): void {
  if (unpacked > maxBytes) {
    throw tooLarge(name, `more than ${sizeText(maxBytes)}`, 'reader_max_unpacked_bytes');
  }
  if (unpacked > SMALL_BYTES && unpacked > maxRatio * packed) {
    throw tooLarge(name, `more than ${maxRatio} times its size`, 'reader_max_unpack_ratio');
  }
}

function tooLarge(name: string, amount: string, setting: string): CasparianError {
  return new CasparianError('INPUT_TOO_LARGE', `'${name}' unpacks to ${amount}`, {
    why: 'Such a file may be made to fill the disk. Nothing was written.',
    next: [`If it is right, unpack it yourself, or raise ${setting}.`],
  });
}

function sizeText(bytes: number): string {
  return bytes >= 2 ** 30 ? `${Math.round(bytes / 2 ** 30)} GiB` : `${Math.round(bytes / 2 ** 20)} MiB`;
}

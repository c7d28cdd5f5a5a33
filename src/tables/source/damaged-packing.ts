import { CasparianError, errorMessage } from '../../platform/index.js';

/** What could be unpacked before is no whole file: half of it must not pass for all of it. */
export function damagedPacking(
  name: string,
  compression: string,
  unpackedBytes: number,
  error: unknown,
): CasparianError {
  if (error instanceof CasparianError) return error;
  return new CasparianError('INPUT_UNREADABLE', `'${name}' cannot be unpacked`, {
    why: `Its ${compression} data is damaged or cut off: ${errorMessage(error)}, after ${unpackedBytes} bytes had been unpacked.`,
    next: ['Fetch the file again from where it came from.'],
    cause: error,
  });
}

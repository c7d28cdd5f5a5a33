import { CasparianError } from '../../platform/index.js';

/** Offsets have 32 bits. */
export const LARGEST_COLUMN_BYTES = 2 ** 31 - 1;

export function columnTooLarge(): CasparianError {
  return new CasparianError('PARSER_RETURN_INVALID', 'One column of one batch is larger than 2 GiB', {
    next: ['Yield smaller batches.'],
  });
}

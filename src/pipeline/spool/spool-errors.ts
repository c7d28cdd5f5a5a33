import { CasparianError } from '../../platform/index.js';

export function fileNotThere(address: string): CasparianError {
  return new CasparianError('STORAGE_FILE_NOT_FOUND', `There is no file '${address}'`);
}

export function spoolFull(address: string, sizeBytes: number, budgetBytes: number): CasparianError {
  const isTooLarge = sizeBytes > budgetBytes;
  return new CasparianError('SPOOL_FULL', `There is no room for a copy of '${address}' (${sizeBytes} bytes)`, {
    why: isTooLarge
      ? `The budget for copies is ${budgetBytes} bytes (spool_bytes).`
      : `Files that are being read use the budget for copies of ${budgetBytes} bytes (spool_bytes).`,
    next: ['Raise spool_bytes, or read fewer files at the same time.'],
    retryable: !isTooLarge,
  });
}

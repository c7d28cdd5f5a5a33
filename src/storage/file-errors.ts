import { CasparianError } from '../platform/index.js';

export function fileNotFound(address: string, cause?: unknown): CasparianError {
  return new CasparianError('STORAGE_FILE_NOT_FOUND', `There is no file '${address}'`, { cause });
}

export function fileChanged(address: string, cause?: unknown): CasparianError {
  return new CasparianError('STORAGE_FILE_CHANGED', `'${address}' was replaced while it was read`, {
    why: 'Its ETag is another one than before.',
    cause,
  });
}

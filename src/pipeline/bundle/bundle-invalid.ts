import { CasparianError, type Hint } from '../../platform/index.js';
import { MAX_BUNDLE_BYTES, MAX_BUNDLE_FILES } from './bundle-entry.js';

export function bundleInvalid(message: string, why?: string, next: readonly Hint[] = []): CasparianError {
  return new CasparianError('BUNDLE_INVALID', message, { why, next });
}

export function tooManyFiles(): CasparianError {
  return new CasparianError('BUNDLE_TOO_LARGE', `A bundle may have ${MAX_BUNDLE_FILES} files; this one has more`, {
    next: ['Register the folder of the parser alone, not the project around it.'],
  });
}

/** `largest` names the file to remove. */
export function tooManyBytes(largest?: string): CasparianError {
  const limit = `${MAX_BUNDLE_BYTES / 2 ** 20} MiB`;
  return new CasparianError('BUNDLE_TOO_LARGE', `A bundle may have ${limit}; this one would have more`, {
    why: largest === undefined ? undefined : `The largest file is ${largest}.`,
    next: ['Keep data out of the folder of the parser: only source and small tables belong there.'],
  });
}

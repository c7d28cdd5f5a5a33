import type { ErrorCodeEntry } from './error-code-entry.js';

/** What a source's pages are read by. */
export const EXTRACTION_ERRORS = {
  EXTRACTION_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The extraction of a source cannot be used: it is not an object with fields, names an unknown option, or has a path, selector, pattern or format that cannot be read.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;

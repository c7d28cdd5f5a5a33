import { hint } from '../hint.js';
import type { ErrorCodeEntry } from './error-code-entry.js';

/** Sources, intakes and the prices that are collected for them. */
export const COLLECT_ERRORS = {
  SOURCE_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'No source of this tenant has this name or id.',
    next: [hint('List the sources with', { action: 'source.list' })],
  },
  SOURCE_EXISTS: {
    exit: 3,
    retryable: false,
    explain: 'A source with this name already exists. Names of sources are unique within a tenant.',
  },
  INTAKE_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'No intake of this tenant has this id or reference.',
    next: [hint('List the intakes with', { action: 'intake.list' })],
  },
  INTAKE_INVALID: {
    exit: 2,
    retryable: false,
    explain: 'An item to value needs a title. A year is a whole number. Attributes are texts.',
  },
  CREDENTIAL_MISSING: {
    exit: 2,
    retryable: true,
    explain:
      'A source refers to a secret that this worker does not have: an environment variable that is not set, or a file that cannot be read. Secrets are never stored in the database, so every worker needs them.',
  },
  ROBOTS_DISALLOWED: {
    exit: 3,
    retryable: false,
    explain:
      'The robots.txt of the source does not permit this URL for our user agent, so no request was sent. Use an official API of the source, or ask its operator.',
  },
  SOURCE_UNREADABLE: {
    exit: 3,
    retryable: false,
    explain:
      'The response of a source is not what its kind promises, for example not JSON. Nothing was stored. The page may have changed.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;

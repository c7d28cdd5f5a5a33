import type { RowReaders } from '../../collect/index.js';
import { CasparianError } from '../../platform/index.js';

/** Reads feeds and runs adapters with the code that reads files and runs parsers. */
export function createRowReaders(): RowReaders {
  return {
    readFeed: () => Promise.reject(unsupported('feeds')),
    runAdapter: () => Promise.reject(unsupported('adapters')),
    close: () => Promise.resolve(),
  };
}

function unsupported(what: string): CasparianError {
  return new CasparianError('OPTION_INVALID', `Sources that are ${what} cannot be read yet`);
}

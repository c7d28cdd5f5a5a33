import type { ShimArguments } from './arguments.js';
import type { Connection } from './connection.js';
import { encodeLog } from './frames.js';
import type { ParserContext } from './parser-types.js';

export function createContext({ inputPath, jobId }: ShimArguments, connection: Connection): ParserContext {
  return {
    inputPath,
    jobId,
    // Not awaited: the caller is the user's code, which may be synchronous. The frames keep their order all the same.
    log: (text, level = 'info') => void connection.send(encodeLog(level, text)),
  };
}

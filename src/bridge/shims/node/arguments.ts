import { openSync } from 'node:fs';
import { parseArgs } from 'node:util';

export interface ShimArguments {
  readonly socketPath: string;
  readonly inputPath: string;
  readonly jobId: string;
  readonly parserPath: string;
  /** Go no further than hello. */
  readonly loadOnly: boolean;
}

export function readArguments(argv: readonly string[]): ShimArguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      'socket-path': { type: 'string' },
      'input-path': { type: 'string' },
      'input-path-base64': { type: 'string' },
      'job-id': { type: 'string' },
      'parser-path': { type: 'string' },
      'load-only': { type: 'string' },
      // The host watches over the memory of the whole process group, and the shell that became this process has set
      // the limit for its CPU time; Node has none of its own to set.
      'memory-bytes': { type: 'string' },
      'cpu-seconds': { type: 'string' },
    },
  });
  const inputBase64 = values['input-path-base64'];
  return {
    socketPath: values['socket-path'] ?? '',
    inputPath: inputBase64 === undefined ? (values['input-path'] ?? '') : reachable(Buffer.from(inputBase64, 'base64')),
    jobId: values['job-id'] ?? '',
    parserPath: values['parser-path'] ?? '',
    loadOnly: values['load-only'] !== undefined,
  };
}

/** No string of JavaScript can hold a path that is not UTF-8, but the file can be had under another name. */
function reachable(path: Buffer): string {
  return `/dev/fd/${openSync(path, 'r')}`;
}

import { openSync } from 'node:fs';
import { parseArgs } from 'node:util';

export interface ShimArguments {
  /** A path, or the descriptor of a connected socket. */
  readonly socket: string | number;
  readonly inputPath: string;
  readonly jobId: string;
  readonly parserPath: string;
  /** The file to load: the parser itself, or what it was compiled to. */
  readonly modulePath: string;
  /** Stop after hello. */
  readonly loadOnly: boolean;
}

export function readArguments(argv: readonly string[]): ShimArguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      'socket-path': { type: 'string' },
      'socket-fd': { type: 'string' },
      'input-path': { type: 'string' },
      'input-path-base64': { type: 'string' },
      'job-id': { type: 'string' },
      'parser-path': { type: 'string' },
      'compiled-path': { type: 'string' },
      'load-only': { type: 'string' },
      // The host limits the memory of the whole process group, and the shell that started this process has set its CPU
      // limit; Node cannot set limits itself.
      'memory-bytes': { type: 'string' },
      'cpu-seconds': { type: 'string' },
    },
  });
  const inputBase64 = values['input-path-base64'];
  return {
    socket: values['socket-fd'] === undefined ? (values['socket-path'] ?? '') : Number(values['socket-fd']),
    inputPath: inputBase64 === undefined ? (values['input-path'] ?? '') : reachable(Buffer.from(inputBase64, 'base64')),
    jobId: values['job-id'] ?? '',
    parserPath: values['parser-path'] ?? '',
    modulePath: values['compiled-path'] ?? values['parser-path'] ?? '',
    loadOnly: values['load-only'] !== undefined,
  };
}

/** A JavaScript string cannot hold a path that is not UTF-8, but the file is reachable under another name. */
function reachable(path: Buffer): string {
  return `/dev/fd/${openSync(path, 'r')}`;
}

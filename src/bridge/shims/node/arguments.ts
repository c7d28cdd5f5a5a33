import { openSync } from 'node:fs';

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

/** Every option has a value. Limits of memory and CPU time are given too; the host sets them, because Node cannot. */
export function readArguments(argv: readonly string[]): ShimArguments {
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < argv.length; at += 2) values.set(argv[at] ?? '', argv[at + 1] ?? '');
  const descriptor = values.get('--socket-fd');
  const inputBase64 = values.get('--input-path-base64');
  const parserPath = values.get('--parser-path') ?? '';
  return {
    socket: descriptor === undefined ? (values.get('--socket-path') ?? '') : Number(descriptor),
    inputPath:
      inputBase64 === undefined ? (values.get('--input-path') ?? '') : reachable(Buffer.from(inputBase64, 'base64')),
    jobId: values.get('--job-id') ?? '',
    parserPath,
    modulePath: values.get('--compiled-path') ?? parserPath,
    loadOnly: values.has('--load-only'),
  };
}

/** A JavaScript string cannot hold a path that is not UTF-8, but the file is reachable under another name. */
function reachable(path: Buffer): string {
  return `/dev/fd/${openSync(path, 'r')}`;
}

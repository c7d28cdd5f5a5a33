/** A program as a launcher is asked for it. */
export interface StartRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What it reads; nothing when undefined. */
  readonly stdin: Buffer | undefined;
  /** Whether what it writes to descriptor 3 is listened for. */
  readonly report: boolean;
}

const LENGTH_BYTES = 4;

/** `[length of the JSON][JSON][stdin]`: what a program reads may be large, and need not be text. */
export function encodeStart({ stdin, ...rest }: StartRequest): Buffer {
  const json = Buffer.from(JSON.stringify({ ...rest, reads: stdin !== undefined }));
  const length = Buffer.allocUnsafe(LENGTH_BYTES);
  length.writeUInt32LE(json.length);
  return Buffer.concat(stdin === undefined ? [length, json] : [length, json, stdin]);
}

export function decodeStart(payload: Buffer): StartRequest {
  const end = LENGTH_BYTES + payload.readUInt32LE();
  const { reads, ...rest } = JSON.parse(payload.toString('utf8', LENGTH_BYTES, end)) as Omit<StartRequest, 'stdin'> & {
    reads: boolean;
  };
  return { ...rest, stdin: reads ? payload.subarray(end) : undefined };
}

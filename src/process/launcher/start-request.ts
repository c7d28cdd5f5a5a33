/** A request to a launcher to start a program. */
export interface StartRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The input of the program; empty if undefined. */
  readonly stdin: Buffer | undefined;
  /** Whether output on descriptor 3 is read. */
  readonly report: boolean;
}

const LENGTH_BYTES = 4;

/** `[length of the JSON][JSON][stdin]`: the input may be large, and need not be text. */
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

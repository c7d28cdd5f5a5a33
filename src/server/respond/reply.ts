import type { Readable } from 'node:stream';

/** A response that is more than JSON with the usual status. */
export class Reply {
  readonly body: unknown;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** What the ETag is made from, if the body also has members that change by themselves. */
  readonly version: unknown;

  constructor(
    body: unknown,
    options: { status?: number; headers?: Readonly<Record<string, string>>; version?: unknown } = {},
  ) {
    this.body = body;
    this.version = options.version;
    this.status = options.status;
    this.headers = options.headers ?? {};
  }
}

/** JSON that is sent as it is: parsing it would change numbers such as 1.10. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Bytes of some content type, or a stream of them. */
export class BytesReply {
  readonly body: Buffer | string | Readable;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Buffer | string | Readable, contentType: string, headers: Readonly<Record<string, string>> = {}) {
    this.body = body;
    this.contentType = contentType;
    this.headers = headers;
  }
}

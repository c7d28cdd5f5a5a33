import type { library } from './library.js';

/** How buckets are reached. Credentials are found as all tools of AWS find them. */
export interface S3Options {
  /** The server, if it is not AWS. */
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  /** `http://server/bucket/key` instead of `http://bucket.server/key`. By default with an endpoint only. */
  readonly pathStyle?: boolean | undefined;
}

export interface S3Session {
  readonly library: typeof library;
  readonly client: InstanceType<(typeof library)['S3Client']>;
}

/** How often the client repeats a request after 5xx, a timeout or a lost connection, with growing pauses. */
const ATTEMPTS = 5;
const CONNECT_MS = 10_000;
/** Without any byte in either direction. A slow server is not a dead one. */
const SILENCE_MS = 60_000;
/** Some servers know no regions, but a signature contains one. */
const ANY_REGION = 'us-east-1';

/** Loads the library, which takes 0.1 to 0.2 s of CPU. */
export async function openClient({ endpoint, region, pathStyle }: S3Options): Promise<S3Session> {
  // On Node 20 the library prints a warning about its future versions; ours is pinned.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const loaded = await import('./library.js');
  const client = new loaded.library.S3Client({
    ...(endpoint === undefined ? {} : { endpoint, ...COMPATIBLE }),
    ...(region === undefined && endpoint === undefined ? {} : { region: region ?? ANY_REGION }),
    forcePathStyle: pathStyle ?? endpoint !== undefined,
    followRegionRedirects: true,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    logger: SILENT,
  });
  return { library: loaded.library, client };
}

/** Checksums in trailers are new in S3, and other servers refuse them. */
const COMPATIBLE = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;

/** Failures are errors of ours; warnings about a busy connection pool are of no use. */
const nothing = (): void => undefined;
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

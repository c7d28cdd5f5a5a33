/** A server that accepts requests. */
export interface StartedServer {
  readonly url: string;
  readonly tokenUrl: string | undefined;
  readonly port: number;
}

/** The line that `serve` prints when it is ready. */
export interface ServerStartedJson {
  readonly url: string;
  /** Opens a session once; null if the server is not local. */
  readonly token_url: string | null;
  readonly port: number;
}

export function serverStartedJson({ url, tokenUrl, port }: StartedServer): ServerStartedJson {
  return { url, token_url: tokenUrl ?? null, port };
}

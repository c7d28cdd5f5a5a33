import type { Database } from '../../../database/index.js';
import { type AddressPolicy, createHttpClient, type HttpClient, type Resolver } from '../../../http/index.js';
import { newId } from '../../../platform/index.js';
import type { KeySource } from '../secrets/encryption-key.js';
import { createGate, type Gate } from './gate.js';
import { createLoader, type Loader } from './load-delivery.js';

export interface WebhookRuntimeOptions extends AddressPolicy {
  readonly database: Database;
  readonly key: KeySource;
  /** Over name resolution, connection, request and response. */
  readonly timeoutMs: number;
  /** An endpoint that has only failed for this long is disabled. */
  readonly disableAfterMs: number;
  /** Attempts that the worker runs at the same time, of all its jobs. */
  readonly concurrency: number;
  readonly resolve?: Resolver | undefined;
}

/** What the deliveries of one process share. */
export interface WebhookRuntime extends WebhookRuntimeOptions {
  readonly client: HttpClient;
  readonly loader: Loader;
  readonly gate: Gate;
  close(): Promise<void>;
}

/** Opened once per worker process. */
export function openWebhookRuntime(options: WebhookRuntimeOptions): WebhookRuntime {
  const { database, allowPrivate, resolve, concurrency } = options;
  const client = createHttpClient({ allowPrivate, resolve, idlePerHost: concurrency });
  const gate = createGate({ database, worker: newId(), concurrency });
  return {
    ...options,
    client,
    gate,
    loader: createLoader(options),
    close: () => {
      client.close();
      return gate.close();
    },
  };
}

import { CasparianApiError, createClient } from '../../../src/client/index.js';
import type { LiveState } from './live.js';

/** What a tab is told. */
export type FromWorker =
  | { readonly kind: 'state'; readonly state: LiveState }
  | { readonly kind: 'changes'; readonly kinds: readonly string[] | 'everything' };

/** What a tab says. */
export type ToWorker =
  | { readonly kind: 'begin'; readonly url: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'reconnect' };

export interface Following {
  receive(message: ToWorker): void;
  stop(): void;
}

/** Follows the changes of a server until it is stopped. A connection that breaks is opened again. */
export function followChanges(baseUrl: string, tell: (message: FromWorker) => void): Following {
  const client = createClient({ url: baseUrl.replace(/[?#].*$/, '').replace(/\/+$/, ''), timeoutMs: 40_000 });
  let stop = new AbortController();
  let at = Date.now();

  async function run({ signal }: AbortController): Promise<void> {
    try {
      const onConnection = ({ isOpen, retryInMs }: { isOpen: boolean; retryInMs?: number }): void => {
        if (isOpen) at = Date.now();
        const retryAt = retryInMs === undefined ? undefined : Date.now() + retryInMs;
        tell({ kind: 'state', state: { status: isOpen ? 'open' : 'cut', at, retryAt } });
      };
      for await (const { event, data } of client.events({ signal, onConnection })) {
        at = Date.now();
        if (event === 'reset') tell({ kind: 'changes', kinds: 'everything' });
        else if (event === 'change') tell({ kind: 'changes', kinds: data.resources ?? [] });
      }
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof CasparianApiError && error.status > 0;
      tell({ kind: 'state', state: { status: isRefused ? 'refused' : 'cut', at, retryAt: undefined } });
    }
  }

  const restart = (): void => {
    stop.abort();
    stop = new AbortController();
    void run(stop);
  };
  restart();
  return { receive: ({ kind }) => kind === 'reconnect' && restart(), stop: () => stop.abort() };
}

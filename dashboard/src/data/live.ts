import { computed, effect, signal } from '@preact/signals';
import type { FromWorker, ToWorker } from './live-stream.js';
import { followChanges } from './live-stream.js';

/** What the connection for live updates does. */
export interface LiveState {
  readonly status: 'connecting' | 'open' | 'cut' | 'refused';
  /** When the server was last heard. */
  readonly at: number;
  /** When the connection is tried again, if it is cut. */
  readonly retryAt: number | undefined;
}

export const liveState = signal<LiveState>({ status: 'connecting', at: Date.now(), retryAt: undefined });
/** Paused by the person, with R or the button. */
export const isPaused = signal(false);
/** How many things on the page must not change now: an open menu, a dialog, a selection. */
const holds = signal(0);
const isHidden = signal(document.hidden);
document.addEventListener('visibilitychange', () => (isHidden.value = document.hidden));

/** Whether changes may be shown now. */
export const isFlowing = computed(() => !isPaused.value && holds.value === 0 && !isHidden.value);

/** Stops updates until the returned function is called. */
export function holdUpdates(): () => void {
  holds.value += 1;
  let isHeld = true;
  return () => {
    if (isHeld) holds.value -= 1;
    isHeld = false;
  };
}

type Listener = (kinds: ReadonlySet<string> | 'everything') => void;
const listeners = new Set<Listener>();

/** Calls the listener with the kinds of things that changed. Returns how to stop. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function hear(message: FromWorker): void {
  if (message.kind === 'state') {
    const wasCut = liveState.value.status === 'cut';
    liveState.value = message.state;
    // What happened meanwhile is not known.
    if (wasCut && message.state.status === 'open') tell('everything');
    return;
  }
  liveState.value = { status: 'open', at: Date.now(), retryAt: undefined };
  tell(message.kinds === 'everything' ? 'everything' : new Set(message.kinds));
}

function tell(kinds: ReadonlySet<string> | 'everything'): void {
  for (const listener of listeners) listener(kinds);
}

let send: (message: ToWorker) => void = () => undefined;

/** Connects. All tabs share one connection: browsers open six to a server at most. */
export function startLive(): void {
  const url = document.baseURI;
  if (typeof SharedWorker === 'undefined') {
    const following = followChanges(url, hear);
    send = (message) => following.receive(message);
    return;
  }
  const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module', name: url });
  worker.port.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
  send = (message) => worker.port.postMessage(message);
  send({ kind: 'begin', url });
  addEventListener('pagehide', () => send({ kind: 'end' }));
  addEventListener('pageshow', ({ persisted }) => persisted && send({ kind: 'begin', url }));
}

/** Tries a cut connection again at once. */
export function reconnect(): void {
  send({ kind: 'reconnect' });
}

/** Runs when updates may be shown again. */
export function whenFlowing(run: () => void): () => void {
  return effect(() => {
    if (isFlowing.value) run();
  });
}

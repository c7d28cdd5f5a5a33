/**
 * A separate group does not end with our terminal or our own group, so this process must end it. As long as
 * programs run, it listens for its own end:
 *
 * - On a signal that would end us, the groups are asked to stop, get their grace, and then we die of that signal, as
 *   we would have without the listener. A second signal kills them and us at once.
 * - When the application listens for that signal itself, it is in charge (a worker finishes its jobs first).
 * - On the way out (process.exit, an uncaught error), whatever still runs is killed.
 *
 * `kill -9` and a crash of Node itself run no code of ours: the groups stay, unless a launcher started them
 * (launcher/), which is a separate process and ends them.
 */
export interface LiveGroup {
  stop(): void;
  kill(): void;
}

/** SIGHUP and SIGQUIT come from the terminal as well (closed; Ctrl-\), and other sessions do not receive them. */
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

const live = new Set<LiveGroup>();
let dying: { of: NodeJS.Signals; waitingFor: Set<LiveGroup> } | undefined;

/** Ends a running group with this process. Returns a function that unregisters it. */
export function tieToOurLife(group: LiveGroup): () => void {
  if (live.size === 0) listen();
  live.add(group);
  if (dying !== undefined) group.stop();
  return () => {
    live.delete(group);
    dying?.waitingFor.delete(group);
    if (dying?.waitingFor.size === 0) die(dying.of);
    else if (live.size === 0) unlisten();
  };
}

function onEndingSignal(signal: NodeJS.Signals): void {
  const applicationIsInCharge = process.listenerCount(signal) > 1;
  if (applicationIsInCharge) return;
  if (dying !== undefined) return die(signal);
  // Only those that run now are waited for: what is started while we die must not keep us alive.
  dying = { of: signal, waitingFor: new Set(live) };
  for (const group of live) group.stop();
}

function die(signal: NodeJS.Signals): void {
  dying = undefined;
  killAll();
  unlisten();
  process.kill(process.pid, signal);
}

function killAll(): void {
  for (const group of live) group.kill();
}

function listen(): void {
  for (const signal of ENDING_SIGNALS) process.on(signal, onEndingSignal);
  process.on('exit', killAll);
}

function unlisten(): void {
  for (const signal of ENDING_SIGNALS) process.off(signal, onEndingSignal);
  process.off('exit', killAll);
}

/**
 * A separate group does not end with our terminal or our own group, so this process must end it. While programs run, it
 * listens for its own end:
 *
 * - On a signal that would end this process, the groups are asked to stop and get their grace period. Then the process
 *   dies of that signal, as it would have without the listener. A second signal kills the groups and the process at
 *   once.
 * - If the application listens for that signal itself, it decides (a worker finishes its jobs first).
 * - On exit (process.exit, an uncaught error), all running groups are killed.
 *
 * After `kill -9` or a crash of Node no code runs here: the groups stay, unless a launcher started them (launcher/),
 * which is a separate process and ends them.
 */
export interface LiveGroup {
  stop(): void;
  kill(): void;
}

/** The terminal also sends SIGHUP (closed) and SIGQUIT (Ctrl-\), and other sessions do not receive them. */
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
  // Only the groups that run now are waited for: a program started meanwhile must not delay the end.
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

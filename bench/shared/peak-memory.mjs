import { readFileSync, readlinkSync } from 'node:fs';

const EVERY_MS = 10;

/**
 * Watches a process and its descendants, and returns the peak resident set of each kind of program, in MB. The kernel
 * records the peak, so only growth within the last 10 ms of a process can be missed. Requires /proc.
 */
export function watchPeakMemory(rootPid) {
  const peaks = new Map();
  const look = () => {
    for (const pid of withDescendants(rootPid)) {
      const peak = highWaterMb(pid);
      if (peak === undefined) continue;
      const kind = pid === rootPid ? 'root' : programOf(pid);
      peaks.set(kind, Math.max(peaks.get(kind) ?? 0, peak));
    }
  };
  const timer = setInterval(look, EVERY_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      return { rootMb: peaks.get('root'), pythonMb: peaks.get('python') };
    },
  };
}

function withDescendants(pid) {
  return [pid, ...childrenOf(pid).flatMap(withDescendants)];
}

/** The children of the main thread: only this thread starts processes here. */
function childrenOf(pid) {
  return (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);
}

function highWaterMb(pid) {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** By the executable, not by its arguments: between fork and exec, a process still has those of its parent. */
function programOf(pid) {
  try {
    return /\bpython[\d.]*$/.test(readlinkSync(`/proc/${pid}/exe`)) ? 'python' : 'other';
  } catch {
    return 'other';
  }
}

/** A process may end at any moment. */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

import { createLinuxGroupMemory } from './group-memory/linux.js';
import { createMacosGroupMemory } from './group-memory/macos.js';

const LOOK_AGAIN_MS = 100;
const LOOK_AGAIN_NEAR_THE_LIMIT_MS = 5;

/** A program that does nothing but fill memory fills about this much. */
const BYTES_FILLED_IN_A_MS = 4_000_000;

export interface MemoryWatch {
  unwatch(): void;
  /** The most that was seen; null without a look. */
  peakBytes(): number | null;
}

/** What a group holds. Above the limit the answer is exact; below it may be too high where that is cheaper. */
type GroupMemory = (limitBytes: number) => number | Promise<number>;

const NOT_WATCHED: MemoryWatch = { unwatch: () => undefined, peakBytes: () => null };

/** Calls `onExceeded` once when the group that `pid` leads holds more than the limit. */
export function watchMemory(pid: number, limitBytes: number | undefined, onExceeded: () => void): MemoryWatch {
  const measure = groupMemoryOf(pid);
  if (limitBytes === undefined || measure === undefined) return NOT_WATCHED;

  let peakBytes: number | null = null;
  let excesses = 0;
  let watching = true;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const heldBytes = await measure(limitBytes);
    if (!watching) return;
    // Between vfork and exec a child shows its parent's memory as its own. That passes in a moment; an excess stays.
    excesses = heldBytes > limitBytes ? excesses + 1 : 0;
    if (excesses !== 1) peakBytes = Math.max(peakBytes ?? 0, heldBytes);
    if (excesses > 1) onExceeded();
    else timer = setTimeout(() => void look(), nextLookMs(limitBytes - heldBytes));
  };
  // Whatever it is, it needs a while to fill that much; and the first look costs most.
  timer = setTimeout(() => void look(), nextLookMs(limitBytes));
  return {
    unwatch() {
      watching = false;
      clearTimeout(timer);
    },
    peakBytes: () => peakBytes,
  };
}

function groupMemoryOf(pid: number): GroupMemory | undefined {
  if (process.platform === 'linux') return createLinuxGroupMemory(pid);
  if (process.platform === 'darwin') return createMacosGroupMemory(pid);
  return undefined;
}

/** The nearer the limit, the sooner: before a program could have filled what is left. */
function nextLookMs(headroomBytes: number): number {
  const lastsMs = headroomBytes / BYTES_FILLED_IN_A_MS;
  return Math.min(LOOK_AGAIN_MS, Math.max(LOOK_AGAIN_NEAR_THE_LIMIT_MS, lastsMs));
}

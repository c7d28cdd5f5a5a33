import { hasLivingMember } from './group-members.js';

/** Windows has no process groups that can be signalled: there only the child itself is killed. */
export const HAS_PROCESS_GROUPS = process.platform !== 'win32';

/** Signals every process of the group that the child `pid` leads. Answers whether there was anyone to signal. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(HAS_PROCESS_GROUPS ? -pid : pid, signal);
  } catch (error) {
    // macOS answers EPERM, not ESRCH, for a group of which only zombies are left. Elsewhere EPERM means a group that
    // became another user's (sudo): out of reach, and the bounds on waiting take care of it.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH' || code === 'EPERM') return false;
    throw error;
  }
}

/**
 * Whether anyone of the group lives on after its leader. As long as someone does, the kernel gives the number to
 * nobody else, so it stays safe to signal. Windows reuses numbers at once and is not asked.
 */
export function isAnyoneLeft(pid: number): boolean {
  return HAS_PROCESS_GROUPS && signalGroup(pid, 0) && hasLivingMember(pid);
}

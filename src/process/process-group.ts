import { hasLivingMember } from './group-members.js';

/** Windows has no process groups that can be signalled: only the child itself is killed there. */
export const HAS_PROCESS_GROUPS = process.platform !== 'win32';

/** Signals every process of the group that the child `pid` leads. Returns whether there was a process to signal. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(HAS_PROCESS_GROUPS ? -pid : pid, signal);
  } catch (error) {
    // macOS returns EPERM, not ESRCH, for a group that contains only zombies. Elsewhere EPERM means a group that
    // belongs to another user (sudo): it cannot be signalled, and the timeouts on waiting handle it.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH' || code === 'EPERM') return false;
    throw error;
  }
}

/**
 * Whether a member of the group outlives its leader. While one does, the kernel does not reuse the number, so it is
 * safe to signal. Windows reuses numbers at once and is not checked.
 */
export function isGroupAlive(pid: number): boolean {
  return HAS_PROCESS_GROUPS && signalGroup(pid, 0) && hasLivingMember(pid);
}

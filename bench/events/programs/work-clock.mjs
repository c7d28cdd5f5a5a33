import { nowMs } from '../../shared/clock.mjs';

/**
 * Measures work in seconds. Where all of it is done in this process, CPU time: other programs on the machine do not count. With
 * PostgreSQL, a server does part of it, so the time on the clock.
 */
export function startClock(dialect) {
  if (dialect === 'postgres') {
    const startedAt = nowMs();
    return () => (nowMs() - startedAt) / 1_000;
  }
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
}

import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { type FileLock, tryFileLock } from '../../database/index.js';
import { pipelineHome } from '../../pipeline/index.js';
import { CasparianError, hint } from '../../platform/index.js';

/** Describes the process that holds the lock. The lock itself only shows whether it is held. */
interface DaemonRecord {
  readonly pid: number;
  readonly worker_id: string;
  readonly host: string;
  readonly started_at: string;
}

export interface DaemonLock {
  readonly workerId: string;
  /** An earlier daemon of this home, which has ended, had the same name. */
  readonly hasPredecessor: boolean;
  release(): void;
}

/**
 * Takes the lock of the one daemon of a home. Without a given name, the daemon keeps the name of its predecessor, so that
 * logs and metrics continue across restarts.
 */
export function takeDaemonLock(home: string, givenName: string | undefined): DaemonLock {
  const { daemonLock, daemonRecord } = pipelineHome(home);
  const lock: FileLock | undefined = tryFileLock(daemonLock);
  const before = recordAt(daemonRecord);
  if (lock === undefined) throw alreadyRunning(home, before);
  const workerId = givenName ?? before?.worker_id ?? `${hostname()}-daemon-${randomUUID().slice(0, 8)}`;
  const record: DaemonRecord = {
    pid: process.pid,
    worker_id: workerId,
    host: hostname(),
    started_at: new Date().toISOString(),
  };
  writeFileSync(daemonRecord, `${JSON.stringify(record)}\n`);
  return { workerId, hasPredecessor: before?.worker_id === workerId, release: () => lock.release() };
}

/** Undefined if it is missing or unreadable. It is only information; the lock decides. */
function recordAt(path: string): DaemonRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(path, 'utf8')) as Partial<DaemonRecord>;
    return typeof record.worker_id === 'string' && record.worker_id !== '' ? (record as DaemonRecord) : undefined;
  } catch {
    return undefined;
  }
}

function alreadyRunning(home: string, record: DaemonRecord | undefined): CasparianError {
  const who = record ? ` (process ${record.pid} on ${record.host}, worker ${record.worker_id})` : '';
  return new CasparianError('DAEMON_RUNNING', `A daemon is already running with the home ${home}${who}`, {
    why: record ? `It was started at ${record.started_at}.` : undefined,
    next: [
      record ? `Stop it first: kill ${record.pid}` : 'Stop it first.',
      hint('Or start another worker, which needs no lock', { action: 'worker' }),
    ],
  });
}

import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { nowMs } from './clock.mjs';
import { median, percentile } from './statistics.mjs';

const SYNCS = 300;
const BLOCK_BYTES = 4096;

/** The machine of the measurement. The time of one fdatasync limits most of what a durable queue can do. */
export function describeMachine(directory) {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    kernel: `${platform()} ${release()} ${arch()}`,
    loadAverage: loadavg()[0],
    fdatasync: timeFdatasync(directory),
  };
}

function timeFdatasync(directory) {
  const file = join(directory, 'fdatasync-probe');
  const descriptor = openSync(file, 'w');
  const block = Buffer.alloc(BLOCK_BYTES, 1);
  const times = Array.from({ length: SYNCS }, () => {
    writeSync(descriptor, block);
    const startedAt = nowMs();
    fdatasyncSync(descriptor);
    return (nowMs() - startedAt) * 1000;
  });
  closeSync(descriptor);
  rmSync(file);
  return { medianUs: Math.round(median(times)), p99Us: Math.round(percentile(times, 0.99)) };
}

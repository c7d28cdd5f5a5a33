// Loaded into a measured command before it begins: tells, at its end, what the process computed, in and out of the kernel.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.CASPARIAN_BENCH_CPU, JSON.stringify({ cpuMs: (user + system) / 1_000 }));
});

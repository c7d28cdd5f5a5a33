// Loaded into a measured command before it starts: reports the user and system time of the process when it exits.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.CASPARIAN_BENCH_CPU, JSON.stringify({ cpuMs: (user + system) / 1_000 }));
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureProcess } from '../../shared/measured-process.mjs';

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const REPORT_CPU = new URL('report-cpu.mjs', import.meta.url).href;

/** Runs one command: returns its JSON output, its seconds, and the CPU time of its process. */
export async function casparian(args, place, signal) {
  const folder = mkdtempSync(join(place.directory, 'cpu-'));
  const report = join(folder, 'cpu.json');
  process.env.CASPARIAN_BENCH_CPU = report;
  try {
    const argv = [process.execPath, '--import', REPORT_CPU, MAIN, ...args, ...place.flags, '--json'];
    const { seconds, rootMb, pythonMb, answer } = await measureProcess(argv, signal);
    return { seconds, hostMb: rootMb, pythonMb, cpuMs: JSON.parse(readFileSync(report, 'utf8')).cpuMs, answer };
  } finally {
    delete process.env.CASPARIAN_BENCH_CPU;
    rmSync(folder, { recursive: true });
  }
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RESULTS = fileURLToPath(new URL('../results', import.meta.url));

export const QUICK_NOTE = '**A quick run: it only checks that everything works; its numbers mean little.**\n\n';

export const RATIO_LINE =
  '- Ratios are medians divided by medians of the same run. Differences under 1.3 × are within the noise of a small machine.';

/**
 * Writes the report and its raw data, and returns the path of the report. Only a full run gets the name of the day, so
 * that other runs never replace it.
 */
export function writeReportFiles(subject, report, { isPartial, markdown }) {
  const kind = report.options.quick ? '-quick' : isPartial ? '-partial' : '';
  mkdirSync(RESULTS, { recursive: true });
  const base = join(RESULTS, `${subject}-${report.date.slice(0, 10)}${kind}`);
  writeFileSync(`${base}.json`, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(`${base}.md`, markdown);
  return `${base}.md`;
}

export function machineLine({ cpu, cores, memoryGb, kernel, fdatasync, loadAverage }) {
  return `- Machine: ${cpu}, ${cores} cores, ${memoryGb} GB, ${kernel}; fdatasync median ${fdatasync.medianUs} µs, p99 ${fdatasync.p99Us} µs; load before the run ${loadAverage.toFixed(2)}`;
}

export function versionsLine(versions) {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `- Versions: ${named.join(', ')}`;
}

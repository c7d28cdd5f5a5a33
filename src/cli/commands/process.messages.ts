import { basename } from 'node:path';
import type { ProcessProgress, ProcessReport } from '../../operations/index.js';
import { formatDuration } from '../../platform/index.js';
import type { Output } from '../output/output.js';
import { printable } from '../output/printable.js';
import { createProgressLine, progressBar } from '../output/progress-line.js';

export interface ProcessMessages {
  readonly onBegin: (jobs: number) => void;
  readonly onProgress: (progress: ProcessProgress) => void;
  readonly onCopies: (copies: number) => void;
  readonly stopping: () => void;
  readonly warn: (text: string) => void;
  readonly end: (report: ProcessReport, interrupted: boolean) => void;
  readonly dispose: () => void;
}

/** Without a terminal, a progress line is printed this often. */
const PRINT_EVERY_MS = 10_000;
const MAX_FAILURES_SHOWN = 10;

/** Reports a run to the user: results on stdout, progress on stderr. */
export function createProcessMessages(output: Output): ProcessMessages {
  const line = createProgressLine(output);
  const moves = process.stderr.isTTY;
  let startedAt = performance.now();
  let printedAt = startedAt;
  return {
    onBegin: (jobs) => {
      startedAt = printedAt = performance.now();
      output.message(`Processing ${count(jobs, 'job')}...`);
    },
    onProgress: ({ done, total, tally }) => {
      const seconds = (performance.now() - startedAt) / 1_000;
      const rows = Math.round((tally.rowsValid + tally.rowsQuarantined) / seconds);
      const left = timeLeft((seconds / done) * (total - done));
      const failed = tally.failed > 0 ? `, ${tally.failed} failed` : '';
      const text = `(${done}/${total}) ${count(rows, 'row')}/s${failed}${left}`;
      if (moves) return line.show(text, done / total);
      if (performance.now() - printedAt < PRINT_EVERY_MS) return;
      printedAt = performance.now();
      output.message(`${Math.floor((done / total) * 100)}% ${text}`);
    },
    onCopies: (copies) => line.message(`Updating ${count(copies, 'copy', 'copies')} for other programs...`),
    stopping: () => line.message('Stopping: waiting for the files in progress. Press Ctrl-C again to exit at once.'),
    warn: (text) => line.message(`Warning: ${printable(text)}`),
    end: (report, interrupted) => {
      line.clear();
      if (report.done > 0 && !interrupted) output.message(`${progressBar(1)} (${report.done}/${report.done})`);
      for (const text of [...reportLines(report, output), ...copyLines(report, output)]) output.print(text);
      for (const text of leftoverLines(report)) output.message(text);
      if (interrupted) output.message(interruption(report));
      else if (report.done > 0) output.message('Done.');
    },
    dispose: line.clear,
  };
}

function timeLeft(seconds: number): string {
  if (seconds < 1) return '';
  return `, ${seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`} left`;
}

function reportLines(report: ProcessReport, output: Output): string[] {
  const { completed, completedWithWarnings, failed, cancelled, skipped, alreadyProcessed, withoutWork } = report;
  const { rowsValid, rowsQuarantined, failedRows } = report;
  if (report.done === 0) {
    const earlier = alreadyProcessed > 0 ? `Already processed: ${count(alreadyProcessed, 'file')}, nothing` : 'Nothing';
    return [`${earlier} to do`];
  }
  const some = (amount: number, text: string): string[] => (amount > 0 ? [text] : []);
  return [
    `${output.paint('green', '✓')} ${number(completed)} completed`,
    ...some(
      completedWithWarnings,
      `${output.paint('yellow', '⚠')} ${number(completedWithWarnings)} completed with warnings (rows quarantined)`,
    ),
    ...some(failed, `${output.paint('red', '✗')} ${number(failed)} failed`),
    ...failureLines(report.failures),
    ...some(skipped, `${count(skipped, 'file')} skipped: not a table`),
    ...some(withoutWork, `${number(withoutWork)} had nothing to do: another job reads the file`),
    ...some(cancelled, `${number(cancelled)} cancelled`),
    `Rows: ${number(rowsValid)} valid, ${number(rowsQuarantined)} quarantined`,
    ...some(failedRows.quarantined, `  ${failedRowsText(failedRows)}`),
    ...some(alreadyProcessed, `Already processed: ${count(alreadyProcessed, 'file')}`),
  ];
}

function failedRowsText({ quarantined, unwritten }: ProcessReport['failedRows']): string {
  const isOne = quarantined === 1;
  const where = `${number(quarantined)} of the quarantined rows ${isOne ? 'is in a failed file' : 'are in failed files'}`;
  if (unwritten === 0) return where;
  return `${where}, whose ${count(unwritten, 'other row')} ${unwritten === 1 ? 'was' : 'were'} not written`;
}

function failureLines(failures: ProcessReport['failures']): string[] {
  const shown = failures
    .slice(0, MAX_FAILURES_SHOWN)
    .flatMap(({ code, message, count: times, example }) => [
      `  ${number(times)} × ${code}: ${printable(message)}`,
      `    ${times === 1 ? '' : 'for example '}${printable(basename(example.path))}: casparian job show ${example.jobId}`,
    ]);
  const more = failures.length - MAX_FAILURES_SHOWN;
  return more > 0 ? [...shown, `  … and ${count(more, 'other reason')}: casparian jobs --status failed`] : shown;
}

function copyLines({ copies: { completed, failures } }: ProcessReport, output: Output): string[] {
  const done = `${output.paint('green', '✓')} ${count(completed, 'copy', 'copies')} for other programs up to date`;
  return [
    ...(completed > 0 ? [done] : []),
    ...failures.flatMap(({ dataset, type, code, message, jobId, isRetried }) => [
      `${output.paint('red', '✗')} ${copyText(type, dataset)} failed${isRetried ? '. A worker or the next `casparian process` tries again' : ''}`,
      `  ${code}: ${printable(message)}: casparian job show ${jobId}`,
    ]),
  ];
}

function copyText(type: string, dataset: string): string {
  return type === 'dataset.load' ? `Loading ${dataset} into PostgreSQL` : `Publishing ${dataset} as a Delta table`;
}

function leftoverLines({ leftovers, retries, failed, filesFailed }: ProcessReport): string[] {
  const { waiting, elsewhere, paused } = leftovers;
  const lines: string[] = [];
  if (filesFailed > failed) {
    lines.push(`${count(filesFailed - failed, 'file')} failed earlier: casparian jobs --status failed`);
  }
  if (waiting.count > 0) {
    const when = formatDuration(Math.ceil(waiting.dueInMs / 1_000) * 1_000);
    lines.push(
      `${count(waiting.count, 'job')} will be retried in ${when}, by a worker or the next \`casparian process\`.`,
      ...failureLines(retries),
    );
  }
  if (elsewhere.count > 0) {
    const when = formatDuration(Math.ceil(elsewhere.freeInMs / 1_000) * 1_000);
    lines.push(
      `${count(elsewhere.count, 'job')} ${elsewhere.count === 1 ? 'is' : 'are'} running in another process. If that process crashed, they are retried in ${when}.`,
    );
  }
  if (paused > 0)
    lines.push(`${count(paused, 'job')} ${paused === 1 ? 'is' : 'are'} in paused queues: casparian queue list`);
  return lines;
}

function interruption({ returned }: ProcessReport): string {
  return returned > 0
    ? `Interrupted. ${count(returned, 'job')} returned to the queue.`
    : 'Interrupted. Finished jobs are kept, the others are still in the queue.';
}

function count(amount: number, what: string, several = `${what}s`): string {
  return `${number(amount)} ${amount === 1 ? what : several}`;
}

function number(amount: number): string {
  return amount.toLocaleString('en-US');
}

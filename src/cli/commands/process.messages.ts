import { basename } from 'node:path';
import type { ProcessProgress, ProcessReport } from '../../operations/index.js';
import { formatDuration } from '../../platform/index.js';
import type { Output } from '../output/output.js';
import { printable } from '../output/printable.js';
import { createProgressLine, progressBar } from '../output/progress-line.js';

export interface ProcessTalk {
  readonly onBegin: (jobs: number) => void;
  readonly onProgress: (progress: ProcessProgress) => void;
  readonly stopping: () => void;
  readonly warn: (text: string) => void;
  readonly end: (report: ProcessReport, interrupted: boolean) => void;
  readonly dispose: () => void;
}

/** Where no line can move, one is written now and then. */
const SAY_EVERY_MS = 10_000;
const MAX_FAILURES_SHOWN = 10;

/** Tells a person what a run does and did. What it did goes to stdout, the rest to stderr. */
export function createProcessTalk(output: Output): ProcessTalk {
  const line = createProgressLine(output);
  const moves = process.stderr.isTTY;
  let begunAt = performance.now();
  let saidAt = begunAt;
  return {
    onBegin: (jobs) => {
      begunAt = saidAt = performance.now();
      output.talk(`Processing ${count(jobs, 'job')}...`);
    },
    onProgress: ({ done, total, tally }) => {
      const seconds = (performance.now() - begunAt) / 1_000;
      const rows = Math.round((tally.rowsValid + tally.rowsQuarantined) / seconds);
      const left = timeLeft((seconds / done) * (total - done));
      const failed = tally.failed > 0 ? `, ${tally.failed} failed` : '';
      const text = `(${done}/${total}) ${number(rows)} rows/s${failed}${left}`;
      if (moves) return line.show(text, done / total);
      if (performance.now() - saidAt < SAY_EVERY_MS) return;
      saidAt = performance.now();
      output.talk(`${Math.floor((done / total) * 100)}% ${text}`);
    },
    stopping: () => line.talk('Stopping: waiting for the files in progress; Ctrl-C again leaves at once.'),
    warn: (text) => line.talk(`Warning: ${printable(text)}`),
    end: (report, interrupted) => {
      line.clear();
      if (report.done > 0 && !interrupted) output.talk(`${progressBar(1)} (${report.done}/${report.done})`);
      for (const text of reportLines(report, output)) output.print(text);
      for (const text of leftoverLines(report)) output.talk(text);
      if (interrupted) output.talk(interruption(report));
      else if (report.done > 0) output.talk('Done.');
    },
    dispose: line.clear,
  };
}

function timeLeft(seconds: number): string {
  if (seconds < 1) return '';
  return `, ${seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`} left`;
}

function reportLines(report: ProcessReport, output: Output): string[] {
  const { completed, completedWithWarnings, failed, cancelled, alreadyProcessed, rowsValid, rowsQuarantined } = report;
  if (report.done === 0) return [`Already processed: ${count(alreadyProcessed, 'file')}, nothing to do`];
  const some = (amount: number, text: string): string[] => (amount > 0 ? [text] : []);
  return [
    `${output.paint('green', '✓')} ${number(completed)} completed`,
    ...some(
      completedWithWarnings,
      `${output.paint('yellow', '⚠')} ${number(completedWithWarnings)} completed with warnings (rows quarantined)`,
    ),
    ...some(failed, `${output.paint('red', '✗')} ${number(failed)} failed`),
    ...failureLines(report),
    ...some(cancelled, `${number(cancelled)} cancelled`),
    `Rows: ${number(rowsValid)} valid, ${number(rowsQuarantined)} quarantined`,
    ...some(alreadyProcessed, `Already processed: ${count(alreadyProcessed, 'file')}`),
  ];
}

function failureLines({ failures }: ProcessReport): string[] {
  const shown = failures
    .slice(0, MAX_FAILURES_SHOWN)
    .flatMap(({ code, message, count: times, example }) => [
      `  ${number(times)} × ${code}: ${printable(message)}`,
      `    ${times === 1 ? '' : 'such as '}${printable(basename(example.path))}: casparian job show ${example.jobId}`,
    ]);
  const more = failures.length - MAX_FAILURES_SHOWN;
  return more > 0 ? [...shown, `  … and ${count(more, 'other reason')}: casparian jobs --status failed`] : shown;
}

function leftoverLines({ leftovers: { waiting, elsewhere, paused }, failed, filesFailed }: ProcessReport): string[] {
  const lines: string[] = [];
  if (filesFailed > failed) {
    lines.push(`${count(filesFailed - failed, 'file')} failed before: casparian jobs --status failed`);
  }
  if (waiting.count > 0) {
    const when = formatDuration(Math.ceil(waiting.dueInMs / 1_000) * 1_000);
    lines.push(`${count(waiting.count, 'job')} will be tried again in ${when}; run process again, or a worker will.`);
  }
  if (elsewhere.count > 0) {
    const when = formatDuration(Math.ceil(elsewhere.freeInMs / 1_000) * 1_000);
    lines.push(
      `${count(elsewhere.count, 'job')} ${elsewhere.count === 1 ? 'is' : 'are'} in the hands of another process; if that died, until ${when} from now.`,
    );
  }
  if (paused > 0)
    lines.push(`${count(paused, 'job')} ${paused === 1 ? 'waits' : 'wait'} in paused queues: casparian queue list`);
  return lines;
}

function interruption({ returned }: ProcessReport): string {
  return returned > 0
    ? `Interrupted. ${count(returned, 'job')} went back to the queue.`
    : 'Interrupted. What was done stays, the rest is still in the queue.';
}

function count(amount: number, what: string): string {
  return `${number(amount)} ${what}${amount === 1 ? '' : 's'}`;
}

function number(amount: number): string {
  return amount.toLocaleString('en-US');
}

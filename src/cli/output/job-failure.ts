import { jobFields } from '../../operations/index.js';
import type { AttemptError, JobRecord } from '../../engine/index.js';
import { hintText } from './hint-text.js';
import type { Output } from './output.js';
import { printableLines } from './printable.js';

/**
 * What a user needs to know about a failed file: the parser, the phase, the position in its source, and what to do.
 * Undefined for jobs that did not fail, and for handlers that do not report a phase.
 */
export function failureReport(job: JobRecord, output: Output): string | undefined {
  const error = job.errors.at(-1);
  const hasFailed = job.status === 'failed' || job.status === 'dead_letter';
  if (!hasFailed || error?.phase === undefined) return undefined;
  const status = output.paint('red', job.status === 'failed' ? 'FAILED' : 'FAILED, no attempts left');
  const lines = [
    `Job ${job.id} ${status} (${secondsOf(error)})`,
    ...parserLine(job),
    `Phase: ${error.phase}`,
    '',
    `Error: ${printableLines(error.message)}`,
    ...hintLines(error),
  ];
  return lines.join('\n');
}

function secondsOf({ started, ended }: AttemptError): string {
  return `${((Date.parse(ended) - Date.parse(started)) / 1_000).toFixed(1)}s`;
}

function parserLine(job: JobRecord): string[] {
  const { parser, version } = jobFields(job);
  if (parser === undefined) return [];
  return [printableLines(`Parser: ${parser}${version === undefined ? '' : ` v${version}`}`)];
}

function hintLines({ why, next = [] }: AttemptError): string[] {
  const hints = [...(why === undefined ? [] : [why]), ...next.map(hintText)].map(printableLines);
  if (hints.length === 0) return [];
  return ['', `Hint: ${hints.join('\n').replaceAll('\n', '\n      ')}`];
}

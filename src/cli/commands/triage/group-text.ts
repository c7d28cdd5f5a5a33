import { shellLine } from '../../../platform/index.js';
import type { JobRecord, TroubleGroup } from '../../../engine/index.js';
import { TASK_JOB } from '../../../tasks/index.js';
import { hintText } from '../../output/hint-text.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { relativeTime } from '../../output/time.js';
import { jobs } from './act.js';

/** Jobs with the same failure: how often it occurred, and what to do about it. */
export function groupText(
  { type, code, message, count, lastFinishedAt }: TroubleGroup,
  example: JobRecord,
  { now, output }: { now: number; output: Output },
): string {
  const last = example.errors.at(-1);
  const kind = code === null ? type : `${type} · ${code}`;
  const when = `${count === 1 ? '' : 'newest '}${relativeTime(lastFinishedAt, now)}`;
  const advice = [...(last?.why === undefined ? [] : [last.why]), ...(last?.next ?? []).map(hintText)];
  return [
    `${output.paint('bold', jobs(count))} · ${output.paint('red', kind)} · ${when}`,
    ...(message === null ? [] : [`    ${printable(message)}`]),
    ...commandOf(example),
    ...lastWordsOf(example, message ?? ''),
    ...advice.map((words) => `    ${printable(words)}`),
    ...(advice.length === 0 && code !== null ? [`    What it means: casparian explain ${code}`] : []),
    `    ${output.paint('dim', `See ${count === 1 ? 'it' : 'one'}: casparian ${type === TASK_JOB.type ? 'task' : 'job'} show ${example.id}`)}`,
  ].join('\n');
}

/** The program of a task. */
function commandOf({ type, payload }: JobRecord): string[] {
  const { command } = Object(payload) as { command?: unknown };
  if (type !== TASK_JOB.type || !Array.isArray(command) || !command.every((word) => typeof word === 'string'))
    return [];
  return [`    $ ${printable(shellLine(command))}`];
}

/** The last line that the program wrote to stderr, usually the most informative one, unless the message contains it. */
function lastWordsOf({ errors }: JobRecord, message: string): string[] {
  const tail = errors.at(-1)?.facts?.['stderr_tail'];
  const line = typeof tail === 'string' ? tail.trimEnd().split('\n').at(-1) : undefined;
  const isNew = line !== undefined && !message.includes(line) && !line.includes(message);
  return isNew ? [`    stderr: ${printable(line)}`] : [];
}

import type { TaskRecord } from '../../tasks/index.js';
import { stateNote, STATUS_STYLES } from './job-table.js';
import type { Output } from './output.js';
import { shellLine } from './shell-word.js';
import { type Column, renderTable } from './table.js';
import { relativeTime } from './time.js';

const MAX_COMMAND_LENGTH = 40;

/** Tasks for people. Tenant and queue appear when any task has another than the default one. */
export function taskTable(tasks: readonly TaskRecord[], output: Output): string {
  const now = Date.now();
  const columns: Column<TaskRecord>[] = [
    { title: 'ID', cell: ({ id }) => id },
    {
      title: 'STATUS',
      cell: ({ status }) => status,
      paint: (text, { status }) => output.paint(STATUS_STYLES[status], text),
    },
    ...unlessDefault(tasks, 'TENANT', ({ job }) => job.tenant),
    ...unlessDefault(tasks, 'QUEUE', ({ job }) => job.queue),
    { title: 'RUNS', cell: ({ attempts, job }) => `${attempts}/${job.maxAttempts}`, align: 'right' },
    { title: 'CREATED', cell: ({ job }) => relativeTime(job.createdAt, now), align: 'right' },
    { title: 'COMMAND', cell: ({ spec }) => shortened(shellLine(spec.command)) },
    { title: 'NOTE', cell: ({ job }) => stateNote(job, now) },
  ];
  return renderTable(columns, tasks, output.width);
}

function unlessDefault(
  tasks: readonly TaskRecord[],
  title: string,
  cell: (task: TaskRecord) => string,
): Column<TaskRecord>[] {
  return tasks.some((task) => cell(task) !== 'default') ? [{ title, cell }] : [];
}

function shortened(text: string): string {
  return text.length <= MAX_COMMAND_LENGTH ? text : `${text.slice(0, MAX_COMMAND_LENGTH - 1)}…`;
}

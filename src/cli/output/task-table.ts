import { shortCommand, type TaskRecord } from '../../tasks/index.js';
import { stateNote, STATUS_STYLES } from './job-table.js';
import type { Output } from './output.js';
import { type Column, renderTable } from './table.js';
import { relativeTime } from './time.js';

/** The command and the note share the width that the other columns leave. */
const OTHER_COLUMNS = 72;
const [MIN_COMMAND, MAX_COMMAND] = [16, 60];

/** A table of tasks. Tenant and queue are shown if any task has a non-default one. */
export function taskTable(tasks: readonly TaskRecord[], shortId: (id: string) => string, output: Output): string {
  const now = Date.now();
  const room = Math.min(MAX_COMMAND, Math.max(MIN_COMMAND, Math.floor((output.width - OTHER_COLUMNS) / 2)));
  const columns: Column<TaskRecord>[] = [
    { title: 'ID', cell: ({ id }) => shortId(id) },
    {
      title: 'STATUS',
      cell: ({ status }) => status,
      paint: (text, { status }) => output.paint(STATUS_STYLES[status], text),
    },
    ...unlessDefault(tasks, 'TENANT', ({ job }) => job.tenant),
    ...unlessDefault(tasks, 'QUEUE', ({ job }) => job.queue),
    { title: 'RUNS', cell: ({ attempts, job }) => `${attempts}/${job.maxAttempts}`, align: 'right' },
    { title: 'CREATED', cell: ({ job }) => relativeTime(job.createdAt, now), align: 'right' },
    { title: 'COMMAND', cell: ({ spec }) => shortCommand(spec.command, room) },
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

import { type FileStatus, type ListedFile, listFiles } from '../../pipeline/index.js';
import { fileJson } from '../../pipeline/routing/file-json.js';
import type { Invocation } from '../invocation.js';
import { limitOf } from '../options/limit.js';
import { formatBytes } from '../output/bytes.js';
import { type Column, renderTable } from '../output/table.js';
import { relativeTime } from '../output/time.js';
import type { TenantOptions } from '../options/tenant.js';
import { withTenant } from '../session.js';

export interface FilesOptions {
  tag?: string;
  topic?: string;
  parser?: string;
  status?: FileStatus;
  path?: string;
  limit?: number;
}

export async function run(invocation: Invocation<FilesOptions & TenantOptions>): Promise<void> {
  const { output, options } = invocation;
  const { tag, topic, parser, status, path } = options;
  const limit = limitOf(options, output);
  const filter = { tag, topic, parser, status, path, limit: limit + 1 };
  const found = await withTenant(invocation, ({ database }) => listFiles(database, filter));
  const files = found.slice(0, limit);
  if (found.length > limit) output.warning(`Showing the first ${limit}; use --limit for more.`);
  if (output.asJson) return output.json(files.map(fileJson));
  const isFiltered = [tag, topic, parser, status, path].some((one) => one !== undefined);
  if (files.length === 0) {
    return output.message(
      isFiltered ? 'No file matches.' : 'No files yet. Find some with: casparian scan DIR --tag TOPIC',
    );
  }
  output.print(renderTable(columns(Date.now()), files, output.width));
}

function columns(now: number): Column<ListedFile>[] {
  return [
    { title: 'STATUS', cell: ({ status }) => status },
    { title: 'SIZE', cell: ({ size_bytes }) => formatBytes(size_bytes), align: 'right' },
    { title: 'SCANNED', cell: ({ scanned_at }) => relativeTime(scanned_at, now), align: 'right' },
    { title: 'TOPICS', cell: ({ topics }) => topics.join(', ') || '–' },
    { title: 'PARSERS', cell: ({ parses }) => parses.map(({ parser }) => parser).join(', ') || '–' },
    { title: 'PATH', cell: ({ path }) => path, cut: 'begin' },
  ];
}

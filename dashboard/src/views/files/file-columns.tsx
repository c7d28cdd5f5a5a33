import type { Item } from '../../../../src/client/index.js';
import { fileName } from '../../parts/cell-value.js';
import { sizeText } from '../../parts/number.js';
import { type Shape, State } from '../../parts/state.js';
import type { Column } from '../../parts/table.js';
import { Time } from '../../parts/time.js';
import { href } from '../../shell/router.js';

export type ListedFile = Item<'/v1/files'>;

export const FILE_STATES: Readonly<Record<ListedFile['status'], { readonly shape: Shape; readonly word: string }>> = {
  new: { shape: 'pending', word: 'No parser' },
  pending: { shape: 'scheduled', word: 'Waits' },
  processed: { shape: 'completed', word: 'Read' },
  failed: { shape: 'failed', word: 'Failed' },
  missing: { shape: 'cancelled', word: 'Missing' },
};

export function toFile(id: string): string {
  return href(`/files/${encodeURIComponent(id)}`);
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.length - fileName(path).length - 1));
}

export function fileColumns(): Column<ListedFile>[] {
  return [
    {
      ...{ id: 'name', phone: 'name', head: 'File', isWide: true },
      cell: ({ id, path }) => (
        <>
          <a class="main" href={toFile(id)} title={path}>
            {fileName(path)}
          </a>{' '}
          <span class="muted small">{folderOf(path)}</span>
        </>
      ),
    },
    {
      ...{ id: 'status', phone: 'state', head: 'State' },
      cell: ({ status }) => <State shape={FILE_STATES[status].shape}>{FILE_STATES[status].word}</State>,
    },
    {
      ...{ id: 'parsers', phone: 'detail', head: 'Read by', rank: 2 },
      cell: ({ parsers }) =>
        parsers.length === 0 ? (
          <span class="muted">nothing</span>
        ) : (
          parsers.map(({ parser, version, job_id }, at) => (
            <span key={job_id}>
              {at > 0 && ', '}
              <a href={href(`/jobs/${job_id}`)}>
                {parser} {version}
              </a>
            </span>
          ))
        ),
    },
    { id: 'size', head: 'Size', isNumber: true, rank: 2, cell: ({ size_bytes }) => sizeText(size_bytes) },
    { id: 'modified', head: 'Changed', rank: 3, isNumber: true, cell: ({ modified_at }) => <Time at={modified_at} /> },
    {
      id: 'seen',
      phone: 'side',
      head: 'Last seen',
      rank: 3,
      isNumber: true,
      cell: ({ scanned_at }) => <Time at={scanned_at} />,
    },
  ];
}

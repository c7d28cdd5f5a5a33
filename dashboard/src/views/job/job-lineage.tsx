import type { JSX } from 'preact';
import type { Schemas } from '../../../../src/client/index.js';
import { Balance } from '../../parts/balance.js';
import { Lineage, type LineageNode } from '../../parts/lineage.js';
import { fileName } from '../../parts/cell-value.js';
import { counted, shortId } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { href } from '../../shell/router.js';

/** What the result of a file job says. */
interface ParseResult {
  readonly rows_in: number;
  readonly rows_valid: number;
  readonly rows_quarantined: number;
  readonly outputs: readonly { readonly output: string; readonly rows: number; readonly sha256: string }[];
  readonly content_hash?: string;
}

/** From the file through this job to datasets and quarantine. Null for jobs that read no file. */
export function JobLineage({ job }: { readonly job: Schemas['JobDetails'] }): JSX.Element | null {
  const { path, parser, version, file_id: fileId } = (job.payload ?? {}) as Readonly<Record<string, unknown>>;
  const result = parseResultOf(job.result);
  if (typeof path !== 'string') return null;
  const file: LineageNode = {
    ...{ icon: 'file', kind: 'File', name: fileName(path) },
    to: typeof fileId === 'string' ? href(`/files/${encodeURIComponent(fileId)}`) : href('/files', { path }),
    note: result?.content_hash === undefined ? path : `BLAKE3 ${shortId(result.content_hash)}`,
  };
  const self: LineageNode = {
    ...{ icon: 'jobs', kind: 'This job' },
    name: `${typeof parser === 'string' ? parser : job.type}${typeof version === 'string' ? ` ${version}` : ''}`,
    note: 'its rows appear together, or not at all',
  };
  const outputs: LineageNode[] = (result?.outputs ?? []).map(({ output, rows, sha256 }) => ({
    ...{ icon: 'table', kind: 'Dataset', name: `${output} · ${counted(rows, 'row')}` },
    to: href(`/datasets/${encodeURIComponent(output)}`),
    note: `SHA-256 ${shortId(sha256)}`,
  }));
  const held = result?.rows_quarantined ?? 0;
  const quarantine: LineageNode[] =
    held === 0
      ? []
      : [
          {
            icon: 'quarantine',
            kind: 'Quarantine',
            name: counted(held, 'row'),
            to: href('/quarantine', { job: job.id }),
            state: { shape: 'warning', word: held === 1 ? 'waits for you' : 'wait for you' },
          },
        ];
  const ends = [...outputs, ...quarantine];
  return (
    <Card title="Lineage">
      <Lineage columns={[[file], [self], ...(ends.length === 0 ? [] : [ends])]} />
      {result && (
        <div class="card-b">
          <Balance
            rowsIn={result.rows_in}
            valid={result.rows_valid}
            quarantined={result.rows_quarantined}
            skipped={0}
            links={{ quarantined: href('/quarantine', { job: job.id }) }}
            isSmall
          />
        </div>
      )}
    </Card>
  );
}

function parseResultOf(result: unknown): ParseResult | undefined {
  const given = (result ?? {}) as Partial<ParseResult>;
  return typeof given.rows_in === 'number' && Array.isArray(given.outputs) ? (given as ParseResult) : undefined;
}

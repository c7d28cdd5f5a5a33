import type { JSX } from 'preact';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { may } from '../../data/session.js';
import { useGet } from '../../data/use-get.js';
import { valueText } from '../../parts/cell-value.js';
import { CopyButton } from '../../parts/copy.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { numberText } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Pill } from '../../parts/state.js';
import { Time } from '../../parts/time.js';
import type { Profile } from './profile-head.js';

interface Declared {
  readonly name: string;
  readonly type: string;
  readonly evidence?: readonly string[];
  readonly required?: boolean;
  readonly [rule: string]: unknown;
}

/** What rows must satisfy, why it was decided so, and how it changed. */
export function Contract({ name, isBuiltin }: { readonly name: string; readonly isBuiltin: boolean }): JSX.Element {
  const versions = useGet(
    isBuiltin ? '/v1/datasets/{name}/contract/versions' : null,
    { params: { name } },
    { live: ['contract', 'dataset'] },
  );
  const profile = useGet(isBuiltin ? '/v1/datasets/{name}/profile' : null, { params: { name } });
  if (!isBuiltin) {
    return (
      <section class="card">
        <Empty icon="lock" title="The contract is part of the parser">
          Its author declares the columns in the code. Change it there and register the next version.
        </Empty>
      </section>
    );
  }
  if (versions.error) return <Failure error={versions.error} onRetry={versions.reload} />;
  if (!versions.data) return <Skeleton rows={6} />;
  const current = versions.data.items.at(-1);
  if (current === undefined)
    return (
      <section class="card">
        <Empty title="There is no contract yet" />
      </section>
    );
  const { columns = [] } = current.contract as { columns?: readonly Declared[] };
  const freeze = (): Promise<unknown> =>
    act(
      () =>
        client.post(current.frozen ? '/v1/datasets/{name}/contract/unfreeze' : '/v1/datasets/{name}/contract/freeze', {
          params: { name },
        }),
      { done: current.frozen ? 'Files may widen the contract again' : 'No file may widen the contract' },
    ).then(versions.reload);
  return (
    <div class="cols c-2">
      <Card
        className="clip"
        title="Contract"
        note={
          <>
            set <Time at={current.set_at} />
          </>
        }
        more={
          <>
            {current.frozen && <Pill shape="completed">Frozen</Pill>}
            <CopyButton label="Copy the contract file" text={JSON.stringify(current.contract, undefined, 2)} />
            {may('data:write') && (
              <button class="btn btn-s" type="button" onClick={() => void freeze()}>
                {current.frozen ? 'Unfreeze' : 'Freeze'}
              </button>
            )}
          </>
        }
      >
        <div class="scroll-x" tabIndex={0} role="region" aria-label="Contract">
          <table class="t" aria-label="Contract">
            <thead>
              <tr>
                <th scope="col">Column</th>
                <th scope="col">Type</th>
                <th scope="col">Rules and evidence</th>
              </tr>
            </thead>
            <tbody>
              {columns.map((column) => (
                <tr key={column.name}>
                  <td class="main">{column.name}</td>
                  <td class="mono">
                    {column.type}
                    {column.required === true ? ', required' : ''}
                  </td>
                  <td class="evid">
                    {[
                      rulesOf(column),
                      evidenceOf(
                        profile.data?.columns.find((one) => one.name === column.name),
                        profile.data?.profiled_rows ?? 0,
                      ),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
      <Card title="Versions" note={String(versions.data.items.length)}>
        <ol class="versions">
          {versions.data.items.toReversed().map((version) => (
            <li key={version.hash}>
              <span class="row">
                <b class="mono">{version.hash.slice(0, 10)}</b>{' '}
                <span class="muted small">
                  <Time at={version.set_at} />
                </span>
              </span>
              <span class="small soft">
                {version.origin}
                {version.source !== null && ` · ${version.source}`}
              </span>
              {version.changes.map((change) => (
                <span key={change} class="small">
                  {change}
                </span>
              ))}
            </li>
          ))}
        </ol>
      </Card>
    </div>
  );
}

function rulesOf({ name: _, type: _type, required: _required, evidence = [], ...rules }: Declared): string {
  const said = Object.entries(rules)
    .filter(
      ([, value]) =>
        value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0),
    )
    .map(
      ([rule, value]) =>
        `${rule.replaceAll('_', ' ')} ${Array.isArray(value) ? value.map(valueText).join(', ') : valueText(value)}`,
    );
  return [...said, ...evidence].join(' · ');
}

/** What the rows say about the type. */
function evidenceOf(profile: Profile | undefined, rows: number): string {
  if (profile === undefined) return '';
  const { nulls, distinct, min, max } = profile;
  const range = min === null || max === null || min === max ? '' : `, ${min.slice(0, 24)} to ${max.slice(0, 24)}`;
  return `${numberText(rows - nulls)} values, ${numberText(distinct)} distinct${range}${nulls === 0 ? '' : `, ${numberText(nulls)} null`}`;
}

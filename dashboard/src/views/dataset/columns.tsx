import type { JSX } from 'preact';
import { useGet } from '../../data/use-get.js';
import { Failure } from '../../parts/failure.js';
import { counted, numberText } from '../../parts/number.js';
import { Skeleton } from '../../parts/skeleton.js';
import { href } from '../../shell/router.js';
import { conditionSql } from './conditions.js';
import { ProfileBars, share, typeName } from './profile-head.js';

/** Every column with its profile, one below the other. */
export function Columns({ name }: { readonly name: string }): JSX.Element {
  const profile = useGet('/v1/datasets/{name}/profile', { params: { name } });
  if (profile.error) return <Failure error={profile.error} onRetry={profile.reload} />;
  if (!profile.data) return <Skeleton rows={8} />;
  const { columns, profiled_rows: rows, sampled } = profile.data;
  const to = (where: string): string => href(`/datasets/${encodeURIComponent(name)}`, { where });
  return (
    <section class="card clip">
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Columns">
        <table class="t t-tall col-list" aria-label="Columns">
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Type</th>
              <th scope="col">Distribution</th>
              <th class="num" scope="col">
                Nulls
              </th>
              <th class="num" scope="col">
                Distinct
              </th>
              <th scope="col">Lowest</th>
              <th scope="col">Highest</th>
              <th scope="col">Most frequent</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column.name}>
                <td class="main">{column.name}</td>
                <td class="muted">{typeName(column.type)}</td>
                <td>
                  <ProfileBars profile={column} />
                </td>
                <td class="num">
                  {column.nulls === 0 ? (
                    <span class="muted">0</span>
                  ) : (
                    <a href={to(conditionSql({ column: column.name, operator: 'null', value: '' }))}>
                      {numberText(column.nulls)} <span class="muted">{share(column.nulls, rows)}</span>
                    </a>
                  )}
                </td>
                <td class="num">
                  {column.distinct_is_exact ? '' : '≈ '}
                  {numberText(column.distinct)}
                </td>
                <td class="mono cell-cut">{column.min}</td>
                <td class="mono cell-cut">{column.max}</td>
                <td class="cell-cut">
                  {column.frequent[0] && (
                    <a
                      href={to(conditionSql({ column: column.name, operator: 'is', value: column.frequent[0].value }))}
                    >
                      {column.frequent[0].value === '' ? <i>empty</i> : column.frequent[0].value}{' '}
                      <span class="muted">{numberText(column.frequent[0].rows)}</span>
                    </a>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sampled && (
        <p class="inset tiny muted">
          Made from {counted(rows, 'row')} of {numberText(profile.data.rows)}.
        </p>
      )}
    </section>
  );
}

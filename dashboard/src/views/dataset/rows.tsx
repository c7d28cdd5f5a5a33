import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useGet } from '../../data/use-get.js';
import { usePages } from '../../data/use-pages.js';
import { CellValue, fileName, valueText } from '../../parts/cell-value.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { Icon } from '../../parts/icon.js';
import { counted, numberText } from '../../parts/number.js';
import { Skeleton } from '../../parts/skeleton.js';
import { href, query, setQuery } from '../../shell/router.js';
import { type Condition, conditionSql, OPERATORS } from './conditions.js';
import { isNumberType, ProfileHead } from './profile-head.js';

interface Named {
  readonly name: string;
  readonly type: string;
}

type Row = Readonly<Record<string, unknown>>;

/** Rows with their profile in the head of the table. Sorting and filter are in the address. */
export function Rows({ name, columns }: { readonly name: string; readonly columns: readonly Named[] }): JSX.Element {
  const where = query.value.get('where') ?? undefined;
  const sort = query.value.get('sort') ?? undefined;
  const descending = query.value.get('order') === 'desc';
  const condition = where === undefined ? {} : { where };
  const rows = usePages(
    '/v1/datasets/{name}/rows',
    { params: { name }, query: { ...condition, ...(sort === undefined ? {} : { sort, descending }) } },
    { id: (row: Row) => `${String(row['_cf_job_id'])} ${String(row['_cf_row'])}`, limit: 100 },
  );
  const count = useGet('/v1/datasets/{name}/row-count', { params: { name }, query: condition });
  const profile = useGet('/v1/datasets/{name}/profile', { params: { name }, query: condition });
  return (
    <div class="stack">
      <FilterRow columns={columns} where={where} count={count.data?.count} />
      {rows.error && <Failure error={rows.error} onRetry={rows.reload} />}
      <section class="card clip">
        {rows.isLoading && !rows.error && <Skeleton rows={10} />}
        {!rows.isLoading && !rows.error && rows.items.length === 0 && (
          <Empty icon="table" title="No row matches">
            <a class="prose-link" href={href(`/datasets/${encodeURIComponent(name)}`)}>
              Show all rows
            </a>
          </Empty>
        )}
        {rows.items.length > 0 && (
          <div class="scroll-x rows-scroll" tabIndex={0} role="region" aria-label="Rows">
            <table class="t t-dense prof" aria-label={`Rows of ${name}`}>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <ProfileHead
                      key={column.name}
                      column={column}
                      profile={profile.data?.columns.find((one) => one.name === column.name)}
                      rows={profile.data?.profiled_rows ?? 0}
                      order={sort === column.name ? (descending ? 'descending' : 'ascending') : 'none'}
                      onSort={() =>
                        setQuery({ sort: column.name, order: sort === column.name && !descending ? 'desc' : null })
                      }
                    />
                  ))}
                  <th scope="col">
                    <span class="nm">Origin</span>
                    <span class="origin-note">Every row names its file, its row and its job.</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.items.map((row) => (
                  <tr key={`${String(row['_cf_job_id'])} ${String(row['_cf_row'])}`}>
                    {columns.map(({ name: column, type }) => (
                      <td
                        key={column}
                        class={isNumberType(type) ? 'num mono' : /^(DATE|TIME)/.test(type) ? 'mono' : 'cell-cut'}
                      >
                        <CellValue value={row[column]} />
                      </td>
                    ))}
                    <td>
                      <OriginLink row={row} name={name} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {rows.hasMore && (
          <button class="more-rows" type="button" disabled={rows.isLoadingMore} onClick={rows.more}>
            {rows.isLoadingMore ? 'Loading…' : 'Show more'}
          </button>
        )}
      </section>
      {profile.data?.sampled === true && (
        <p class="tiny muted">
          The profiles are made from {counted(profile.data.profiled_rows, 'row')} of {numberText(profile.data.rows)}.
        </p>
      )}
    </div>
  );
}

function OriginLink({ row, name }: { readonly row: Row; readonly name: string }): JSX.Element {
  const source = valueText(row['_cf_source']);
  const [job, number] = [String(row['_cf_job_id']), Number(row['_cf_row'])];
  const where = `_cf_job_id = '${job}' and _cf_row = ${number}`;
  return (
    <a
      class="prose-link"
      title={source}
      href={href(`/datasets/${encodeURIComponent(name)}`, { tab: 'lineage', where })}
    >
      {fileName(source)}, row {numberText(number)}
    </a>
  );
}

function FilterRow({
  columns,
  where,
  count,
}: {
  readonly columns: readonly Named[];
  readonly where: string | undefined;
  readonly count: number | undefined;
}): JSX.Element {
  const [draft, setDraft] = useState<Condition>({ column: columns[0]?.name ?? '', operator: 'is', value: '' });
  const operator = OPERATORS.find(({ id }) => id === draft.operator);
  const add = (): void => {
    const added = conditionSql(draft);
    setQuery({ where: where === undefined ? added : `${where} and ${added}` });
    setDraft({ ...draft, value: '' });
  };
  return (
    <form
      class="row wrap filter-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (!operator?.needsValue || draft.value !== '') add();
      }}
    >
      <select
        class="select"
        aria-label="Column"
        value={draft.column}
        onChange={(event) => setDraft({ ...draft, column: event.currentTarget.value })}
      >
        {columns.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <select
        class="select"
        aria-label="Comparison"
        value={draft.operator}
        onChange={(event) => setDraft({ ...draft, operator: event.currentTarget.value as Condition['operator'] })}
      >
        {OPERATORS.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      {operator?.needsValue && (
        <input
          class="input"
          aria-label="Value"
          value={draft.value}
          onInput={(event) => setDraft({ ...draft, value: event.currentTarget.value })}
        />
      )}
      <button class="btn" type="submit">
        Filter
      </button>
      {where !== undefined && (
        <span class="chip">
          <code class="cut" title={where}>
            {where}
          </code>
          <button
            class="btn btn-q btn-i btn-s"
            type="button"
            aria-label="Remove the filter"
            onClick={() => setQuery({ where: null })}
          >
            <Icon name="x" small />
          </button>
        </span>
      )}
      <span class="muted small right">
        {count === undefined ? '' : `${counted(count, 'row')}${where === undefined ? '' : ' match'}`}
      </span>
    </form>
  );
}

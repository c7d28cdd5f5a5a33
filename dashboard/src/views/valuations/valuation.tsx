import type { JSX } from 'preact';
import type { Schemas } from '../../../../src/client/index.js';
import { act } from '../../data/act.js';
import { client } from '../../data/client.js';
import { may } from '../../data/session.js';
import { useGet } from '../../data/use-get.js';
import { copyText } from '../../parts/copy.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { Icon } from '../../parts/icon.js';
import { moneyText } from '../../parts/money.js';
import { numberText, shortId } from '../../parts/number.js';
import { Card, PageHead } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Segments } from '../../parts/tabs.js';
import { href, query, setQuery } from '../../shell/router.js';
import type { ViewProps } from '../../views.js';
import { ageText, PriceChart } from './price-chart.js';
import { itemName } from './item-name.js';
import { reasonText, type ValuedPrice, valuedPrices } from './valued-price.js';
import { WeightBySource } from './weight-by-source.js';
import './valuations.css';

type Shown = 'all' | 'used' | 'left-out';

export default function Valuation({ params: { id = '' } }: ViewProps): JSX.Element {
  const params = { id };
  const intake = useGet('/v1/intakes/{id}', { params }, { live: ['intake'] });
  const valuation = useGet('/v1/intakes/{id}/valuation', { params }, { live: ['intake'] });
  const prices = useGet('/v1/prices', { query: { intake: id, limit: 200 } }, { live: ['intake'] });
  const sources = useGet('/v1/sources', { query: { limit: 200 } });
  const title = intake.data ? itemName(intake.data) : 'Item';
  const data = valuation.data;
  const names = new Map(sources.data?.items.map((source) => [source.id, source.name]));
  const shown = data ? valuedPrices(data, prices.data?.items ?? [], names) : [];
  const error = intake.error ?? valuation.error;
  return (
    <>
      <PageHead title={title} trail={[{ label: 'Evidence' }, { label: 'Valuations', to: '/valuations' }]}>
        <button class="btn" type="button" onClick={() => void copyText(location.href, 'Address copied')}>
          <Icon name="link" />
          Share
        </button>
        {may('prices:write') && <Actions id={id} title={title} />}
      </PageHead>
      {error && <Failure error={error} onRetry={valuation.reload} />}
      {valuation.isLoading && <Skeleton rows={8} />}
      {data && (
        <div class="cols c-val">
          <div class="stack">
            <Value valuation={data} total={shown.length} />
            {shown.length === 0 ? (
              <Card>
                <Empty
                  icon="scatter"
                  title="No prices yet"
                  command={`casparian collect run --intake ${intake.data?.ref ?? id}`}
                >
                  Sources are asked when a collection runs. To run one now, type
                </Empty>
              </Card>
            ) : (
              <Card
                title="Price points"
                note={`${data.currency ?? ''}, log scale; larger weighs more`}
                more={<Legend />}
              >
                <div class="card-b">
                  <PriceChart
                    prices={shown}
                    currency={data.currency}
                    value={{ median: data.value_cents, low: data.low_cents, high: data.high_cents }}
                    chosen={query.value.get('point') ?? undefined}
                    onChoose={(key) => setQuery({ point: key }, { replace: true })}
                  />
                </div>
              </Card>
            )}
            {shown.some(({ included }) => included) && <WeightBySource prices={shown} />}
          </div>
          {shown.length > 0 && <Points prices={shown} valuation={data} id={id} />}
        </div>
      )}
    </>
  );
}

function Actions({ id, title }: { readonly id: string; readonly title: string }): JSX.Element {
  const params = { id };
  return (
    <>
      <button
        class="btn"
        type="button"
        onClick={() =>
          void act(() => client.post('/v1/collections', { body: { intake: id } }), {
            done: ({ planned }) =>
              planned === 0 ? 'Every source is asked already' : `${numberText(planned)} sources are asked for ${title}`,
          })
        }
      >
        Collect prices
      </button>
      <button
        class="btn btn-1"
        type="button"
        onClick={() =>
          void act(() => client.post('/v1/intakes/{id}/valuation', { params }), { done: 'It is valued again' })
        }
      >
        <Icon name="retry" />
        Recompute
      </button>
    </>
  );
}

const TYPES: Readonly<Record<string, string>> = {
  sold: 'Value, from what was paid',
  last_sale: 'Value, from one sale',
  indicative: 'Indication only: nothing was sold',
  none: 'No value: no usable price',
};

function Value({
  valuation,
  total,
}: {
  readonly valuation: Schemas['Valuation'];
  readonly total: number;
}): JSX.Element {
  const { value_cents: value, low_cents: low, high_cents: high, currency, n, n_eff: effective, confidence } = valuation;
  const { ask_low_cents: ask } = valuation;
  return (
    <section class="card val-h">
      <div>
        <span class="muted small">{TYPES[valuation.value_type]}</span>
        <div class="value">{moneyText(value, currency)}</div>
      </div>
      <dl class="stats">
        <Figure
          name="Range, P25 to P75"
          value={low === null ? '–' : `${moneyText(low, null)} to ${moneyText(high, null)}`}
        />
        <Figure name="Prices used" value={numberText(n)} more={`of ${numberText(total)}`} />
        <Figure name="Effective" value={effective.toFixed(1)} />
        {ask !== null && <Figure name="Lowest ask" value={moneyText(ask, null)} />}
        <Figure name="Confidence" value={confidence.charAt(0).toUpperCase() + confidence.slice(1)} />
      </dl>
    </section>
  );
}

function Figure({
  name,
  value,
  more,
}: {
  readonly name: string;
  readonly value: string;
  readonly more?: string;
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} {more !== undefined && <span class="muted small">{more}</span>}
      </dd>
    </div>
  );
}

function Legend(): JSX.Element {
  return (
    <span class="legend">
      <span>
        <i class="dot" />
        Used
      </span>
      <span>
        <svg class="leg" viewBox="0 0 14 14" aria-hidden="true">
          <circle class="l-hollow" cx="7" cy="7" r="5.5" />
          <path class="l-x" d="M4.8 4.8l4.4 4.4m0 -4.4l-4.4 4.4" />
        </svg>
        Left out, with reason
      </span>
      <span>
        <svg class="leg" viewBox="0 0 14 14" aria-hidden="true">
          <path class="ask-p" d="M7 2l5 9h-10z" />
        </svg>
        Asked, not paid
      </span>
    </span>
  );
}

function Points({
  prices,
  valuation,
  id,
}: {
  readonly prices: readonly ValuedPrice[];
  readonly valuation: Schemas['Valuation'];
  readonly id: string;
}): JSX.Element {
  const shown = (['used', 'left-out'] as const).find((one) => one === query.value.get('show')) ?? 'all';
  const chosen = query.value.get('point');
  const rows = prices.filter(({ included }) => shown === 'all' || included === (shown === 'used'));
  const tab = (one: Shown, label: string): { id: string; label: string; to: string } => ({
    ...{ id: one, label, to: href(`/valuations/${id}`, { show: one === 'all' ? undefined : one }) },
  });
  return (
    <Card
      className="clip points"
      title="Points"
      note={numberText(rows.length)}
      more={
        <Segments
          label="Which prices"
          current={shown}
          tabs={[tab('all', 'All'), tab('used', 'Used'), tab('left-out', 'Left out')]}
        />
      }
    >
      <div class="points-l">
        <table class="t" aria-label="Prices">
          <thead>
            <tr>
              <th scope="col">{valuation.currency ?? 'Price'}</th>
              <th scope="col">Source</th>
              <th class="num" scope="col">
                Age
              </th>
              <th class="num" scope="col">
                Weight or reason
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((price) => (
              <tr
                key={price.key}
                class={price.key === chosen ? 'on can-peek' : 'can-peek'}
                onClick={() => setQuery({ point: price.key === chosen ? undefined : price.key }, { replace: true })}
              >
                <td>
                  <button
                    class="point"
                    type="button"
                    aria-pressed={price.key === chosen}
                    title={price.title ?? undefined}
                  >
                    <svg class="leg" viewBox="0 0 14 14" aria-hidden="true">
                      {price.included ? (
                        <circle class="pt" cx="7" cy="7" r="5" />
                      ) : (
                        <>
                          <circle class="l-hollow" cx="7" cy="7" r="5" />
                          <path class="l-x" d="M5 5l4 4m0 -4l-4 4" />
                        </>
                      )}
                    </svg>
                    <b class={price.included ? 'strong' : 'muted'}>{moneyText(price.cents, null)}</b>
                  </button>
                </td>
                <td class="muted cut">
                  {price.url !== null && /^https?:/.test(price.url) ? (
                    <a href={price.url} target="_blank" rel="noreferrer noopener">
                      {price.source}
                    </a>
                  ) : (
                    price.source
                  )}
                </td>
                <td class="num muted">{ageText(Date.now() - price.at)}</td>
                <td class="num">
                  {price.included ? price.weight.toFixed(2) : <span class="tag">{reasonText(price)}</span>}
                  {price.isStale && <span class="tag stale">outdated copy</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="points-foot muted small">
        {valuation.algorithm}, as of {valuation.as_of}. The same inputs give the same value:{' '}
        <button
          class="link"
          type="button"
          title={valuation.inputs_hash}
          onClick={() => void copyText(valuation.inputs_hash, 'Hash copied')}
        >
          inputs {shortId(valuation.inputs_hash)}
        </button>
      </p>
    </Card>
  );
}

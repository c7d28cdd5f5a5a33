import type { JSX } from 'preact';
import { CasparianApiError } from '../../../../src/client/index.js';
import { useGet } from '../../data/use-get.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { counted, numberText } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Silhouette, State } from '../../parts/state.js';
import { Segments } from '../../parts/tabs.js';
import { href, path, query } from '../../shell/router.js';

const CATEGORIES = { ev: 'EV', lmt: 'LMT', industrial: 'Industrial', stationary: 'Stationary' } as const;
type Category = keyof typeof CATEGORIES;

interface Finding {
  readonly attribute: string;
  readonly field: string;
  readonly legal_basis: string;
  readonly reason: string;
  readonly responsible: string;
  readonly source: string;
}

/** What the law asks for and the facts of this version do not have. */
export function Law({ versionId }: { readonly versionId: string }): JSX.Element {
  const wanted = (Object.keys(CATEGORIES) as Category[]).find((one) => one === query.value.get('category'));
  const { data, error, isLoading } = useGet('/v1/passport-versions/{id}/check', {
    params: { id: versionId },
    query: wanted === undefined ? {} : { category: wanted },
  });
  const category = data?.category ?? wanted;
  const tabs = Object.entries(CATEGORIES).map(([id, label]) => ({
    ...{ id, label, to: href(path.value, { ...Object.fromEntries(query.value), category: id }) },
  }));
  const isUndecided = error instanceof CasparianApiError && error.status < 500 && data === undefined;
  return (
    <Card
      className="clip"
      title="Required by law"
      note={data && `${numberText(data.present)} of ${numberText(data.mandatory)}`}
      more={<Segments label="Category of the battery" current={category ?? ''} tabs={tabs} />}
    >
      {isLoading && <Skeleton rows={6} />}
      {isUndecided && (
        <Empty title="Which category is it?">{error.what}. Choose a category above to see what the law asks for.</Empty>
      )}
      {error && !isUndecided && <Failure error={error} />}
      {data && (
        <>
          <div class="card-b tight">
            <Completeness present={data.present} implausible={data.implausible.length} mandatory={data.mandatory} />
            <p class="muted small bar-l">
              {numberText(data.present)} there, {numberText(data.missing.length)} missing
              {data.implausible.length > 0 && `, ${numberText(data.implausible.length)} implausible`}. Score{' '}
              {numberText(data.score)} %.
              {data.passport_required === false && ' The law does not demand a passport for it yet.'}
            </p>
          </div>
          {data.missing.length + data.implausible.length === 0 ? (
            <p class="inset all-there">
              <State shape="completed">Nothing is missing</State>
              <span class="muted small">
                All {counted(data.mandatory, 'attribute')} that the law asks for have a plausible value.
              </span>
            </p>
          ) : (
            <Findings missing={data.missing} implausible={data.implausible} />
          )}
        </>
      )}
    </Card>
  );
}

function Completeness({
  present,
  implausible,
  mandatory,
}: {
  readonly present: number;
  readonly implausible: number;
  readonly mandatory: number;
}): JSX.Element {
  const width = (count: number): number => (mandatory === 0 ? 0 : (560 * count) / mandatory);
  const good = width(Math.max(0, present - implausible));
  return (
    <svg
      class="hbar"
      viewBox="0 0 560 8"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${present} of ${mandatory} attributes are there`}
    >
      <rect class="f-line" width="560" height="8" rx="1.5" />
      <rect class="f-completed" width={good} height="8" rx="1.5" />
      {implausible > 0 && (
        <rect class="f-warning" x={good + 1} width={Math.max(6, width(implausible))} height="8" rx="1.5" />
      )}
    </svg>
  );
}

/** By legal basis, so that an article can be worked through. */
function Findings({
  missing,
  implausible,
}: {
  readonly missing: readonly Finding[];
  readonly implausible: readonly Finding[];
}): JSX.Element {
  const all = [
    ...implausible.map((one) => ({ ...one, isMissing: false })),
    ...missing.map((one) => ({ ...one, isMissing: true })),
  ];
  const groups = new Map<string, typeof all>();
  for (const one of all) groups.set(one.legal_basis, [...(groups.get(one.legal_basis) ?? []), one]);
  return (
    <div class="law-l">
      <table class="t t-plain law-t" aria-label="Attributes that need attention">
        <tbody>
          {[...groups].map(([basis, findings]) => [
            <tr key={basis} class="law">
              <td colSpan={2}>{basis}</td>
            </tr>,
            ...findings.map(({ attribute, field, reason, responsible, source, isMissing }) => (
              <tr key={`${basis} ${field} ${reason}`}>
                <td class="law-a">
                  <Silhouette shape={isMissing ? 'pending' : 'warning'} />
                  <span>
                    {attribute}
                    <span class="muted small">{isMissing ? `missing; ${source}` : reason}</span>
                  </span>
                </td>
                <td class="num muted small law-r" title={`The field ${field}`}>
                  {responsible}
                </td>
              </tr>
            )),
          ])}
        </tbody>
      </table>
    </div>
  );
}

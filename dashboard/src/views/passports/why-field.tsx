import type { JSX } from 'preact';
import { apiUrl } from '../../data/client.js';
import { useGet } from '../../data/use-get.js';
import { Failure } from '../../parts/failure.js';
import { counted } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { query, setQuery } from '../../shell/router.js';
import { ExplainTree } from './explain-tree.js';
import { flatFields, isQuantity, trimmed, unitText, valueText, type Version } from './passport-words.js';

/** Why a field has its value, as a tree down to the line of a document. */
export function WhyField({ version }: { readonly version: Version }): JSX.Element {
  const params = { id: version.passport_version_id };
  const payload = useGet('/v1/passport-versions/{id}/payload', { params });
  const fields = flatFields((payload.data as { fields?: unknown } | undefined)?.fields ?? {}).filter(
    ([path]) => path !== '',
  );
  const wanted = query.value.get('field');
  const [path, value] = fields.find(([one]) => one === wanted) ?? preferred(fields) ?? [];
  const tree = useGet(path === undefined ? null : '/v1/passport-versions/{id}/explanation', {
    params,
    query: { field: path ?? '' },
  });
  return (
    <Card
      className="clip"
      title="Why this value?"
      more={
        <>
          <span>{counted(fields.length, 'field')}</span>
          <a
            href={apiUrl(`/v1/passport-versions/${version.passport_version_id}/proof`)}
            download={`${version.sku}-proof.json`}
          >
            Proof
          </a>
        </>
      }
    >
      {payload.error && <Failure error={payload.error} />}
      {fields.length > 0 && (
        <div class="why-h">
          <select
            class="select mono"
            aria-label="Field"
            value={path}
            onChange={(event) => setQuery({ field: event.currentTarget.value }, { replace: true })}
          >
            {fields.map(([one]) => (
              <option key={one}>{one}</option>
            ))}
          </select>
          <span class="big-v">
            {isQuantity(value) ? (
              <>
                <b class="mono">{trimmed(value.value)}</b> <span class="muted">{unitText(value.unit)}</span>
              </>
            ) : (
              <b class="cut">{valueText(value)}</b>
            )}
          </span>
        </div>
      )}
      {tree.isLoading && path !== undefined && <Skeleton rows={4} />}
      {tree.error && <Failure error={tree.error} />}
      {tree.data && <ExplainTree node={tree.data} />}
    </Card>
  );
}

/** A computed field is more interesting than a copied one. */
function preferred(fields: readonly [string, unknown][]): [string, unknown] | undefined {
  return fields.find(([path]) => /per_kwh|footprint/.test(path)) ?? fields[0];
}

import type { JSX } from 'preact';
import { useGet } from '../../data/use-get.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { numberText } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { href, navigate, query } from '../../shell/router.js';
import { type Version, valueText } from './passport-words.js';

/** Which fields changed since an earlier version, and because of what. */
export function Changes({
  version,
  number,
  versions,
  passportId,
}: {
  readonly version: Version;
  readonly number: number;
  readonly versions: readonly Version[];
  readonly passportId: string;
}): JSX.Element {
  const earlier = versions.slice(0, number - 1);
  const since = earlier.findIndex((one) => one.passport_version_id === query.value.get('since'));
  const before = since === -1 ? earlier.length : since + 1;
  const from = earlier[before - 1]?.passport_version_id ?? version.passport_version_id;
  const { data, error } = useGet('/v1/passport-versions/{id}/diff', {
    params: { id: version.passport_version_id },
    query: { from },
  });
  const to = (id: string): string =>
    href(`/passports/${passportId}`, { ...Object.fromEntries(query.value), since: id });
  return (
    <Card
      className="clip"
      title={`Changed since version ${before}`}
      note={
        data &&
        `${numberText(data.changes.length)} of ${numberText(data.fields)} fields${data.rules_changed ? '; the rules changed too' : ''}`
      }
      more={
        earlier.length > 1 && (
          <label>
            Compare with{' '}
            <select class="sel-s" value={from} onChange={(event) => navigate(to(event.currentTarget.value))}>
              {earlier.map((one, index) => (
                <option key={one.passport_version_id} value={one.passport_version_id}>
                  version {index + 1}
                </option>
              ))}
            </select>
          </label>
        )
      }
    >
      {error && <Failure error={error} />}
      {data?.changes.length === 0 && <Empty title="No field changed">Only its identity and its time are new.</Empty>}
      {data && data.changes.length > 0 && (
        <div class="scroll-x" tabIndex={0} role="region" aria-label="Changed fields">
          <table class="t t-dense" aria-label={`Fields that changed since version ${before}`}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Version {before}</th>
                <th scope="col">Version {number}</th>
                <th scope="col">Because</th>
              </tr>
            </thead>
            <tbody>
              {data.changes.map(({ path, before: old, after, rule_changed: isRuleChanged, facts }) => (
                <tr key={path}>
                  <td>
                    <code>{path}</code>
                  </td>
                  <td class="diff-v">
                    <del>{valueText(old)}</del>
                  </td>
                  <td class="diff-v">
                    <b class="strong">{valueText(after)}</b>
                  </td>
                  <td class="soft wide">{reasons(isRuleChanged, facts)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

function reasons(
  isRuleChanged: boolean,
  facts: readonly { readonly fact: string; readonly document: string | null }[],
): string {
  const documents = [...new Set(facts.map(({ fact, document }) => document ?? `${fact} is gone`))];
  return [...(isRuleChanged ? ['its rule'] : []), ...documents].join('; ');
}

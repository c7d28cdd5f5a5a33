import type { JSX } from 'preact';
import type { Schemas } from '../../../../src/client/index.js';
import { useGet } from '../../data/use-get.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { hintText } from '../../parts/hint.js';
import { jsonText } from '../../parts/json-tree.js';
import { counted, numberText } from '../../parts/number.js';
import { Card, PageHead } from '../../parts/page.js';
import { SearchField } from '../../parts/search-field.js';
import { Skeleton } from '../../parts/skeleton.js';
import { State } from '../../parts/state.js';
import { Segments } from '../../parts/tabs.js';
import { href, query, setQuery } from '../../shell/router.js';
import { ThisBrowser } from './this-browser.js';
import './settings.css';

type Setting = Schemas['Settings']['settings'][string];

export default function Settings(): JSX.Element {
  const text = query.value.get('text') ?? '';
  return (
    <>
      <PageHead
        title="Settings"
        trail={[{ label: 'System' }]}
        sub="How this server is configured, and whether what it needs works"
      >
        <SearchField
          label="Find a setting"
          value={text}
          onChange={(value) => setQuery({ text: value }, { replace: true })}
        />
      </PageHead>
      <div class="stack">
        {text === '' && <ThisBrowser />}
        <Checks />
        <SettingList text={text.toLowerCase()} />
      </div>
    </>
  );
}

const SHAPES = { ok: 'completed', warning: 'warning', failed: 'failed' } as const;
const WORDS = { ok: 'Works', warning: 'Warning', failed: 'Failed' } as const;
const ORDER = ['failed', 'warning', 'ok'];

/** What `casparian doctor` finds, the worst first. */
function Checks(): JSX.Element {
  const { data, error, isLoading, reload } = useGet('/v1/checks');
  const checks = (data?.items ?? []).toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status));
  const bad = checks.filter(({ status }) => status !== 'ok').length;
  return (
    <Card
      className="clip"
      title="Checks"
      note={
        data &&
        (bad === 0 ? 'everything works' : `${counted(bad, 'check')} of ${numberText(checks.length)} need attention`)
      }
      more={
        <button class="btn btn-s" type="button" onClick={reload}>
          Check again
        </button>
      }
    >
      {isLoading && <Skeleton rows={4} />}
      {error && <Failure error={error} onRetry={reload} />}
      <table class="t stacked" aria-label="Checks">
        <tbody>
          {checks.map(({ check, status, message, next }) => (
            <tr key={check}>
              <td class="check-s">
                <State shape={SHAPES[status]}>{WORDS[status]}</State>
              </td>
              <td class="main">{check}</td>
              <td class="check-m">
                {message}
                {next.map((hint, index) => (
                  <div key={index} class="muted small">
                    {hintText(hint as Schemas['Hint'])}
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

const SOURCES: Readonly<Record<string, string>> = {
  flag: 'flag',
  environment: 'environment',
  file: 'file',
  default: 'default',
};

function SettingList({ text }: { readonly text: string }): JSX.Element {
  const { data, error, isLoading, reload } = useGet('/v1/settings');
  const isChangedOnly = query.value.get('show') !== 'all';
  const all = Object.entries(data?.settings ?? {});
  const shown = all.filter(([name, setting]) => {
    if (text !== '') return `${name} ${setting.description}`.toLowerCase().includes(text);
    return !isChangedOnly || setting.source !== 'default';
  });
  return (
    <Card
      className="clip"
      title="Values"
      note={data && `${numberText(shown.length)} of ${numberText(all.length)}`}
      more={
        <Segments
          label="Which settings"
          current={isChangedOnly && text === '' ? 'changed' : 'all'}
          tabs={[
            { id: 'changed', label: 'Set', to: href('/settings') },
            { id: 'all', label: 'All', to: href('/settings', { show: 'all' }) },
          ]}
        />
      }
    >
      {isLoading && <Skeleton rows={8} />}
      {error && <Failure error={error} onRetry={reload} />}
      {data && shown.length === 0 && (
        <Empty title={text === '' ? 'Every setting has its default' : 'No setting matches'}>
          {text === '' ? (
            <a class="prose-link" href={href('/settings', { show: 'all' })}>
              Show all {numberText(all.length)}
            </a>
          ) : (
            <a class="prose-link" href={href('/settings')}>
              Remove the filter
            </a>
          )}
        </Empty>
      )}
      {shown.length > 0 && (
        <div class="scroll-x" tabIndex={0} role="region" aria-label="Values of settings">
          <table class="t stacked" aria-label="Settings">
            <thead>
              <tr>
                <th scope="col">Setting</th>
                <th scope="col">Value</th>
                <th scope="col">From</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(([name, setting]) => (
                <tr key={name}>
                  <td class="set-n">
                    <b class="main mono">{name}</b>
                    <div class="muted small">{setting.description.replaceAll('`', '')}</div>
                  </td>
                  <td class="set-v">
                    <Value setting={setting} />
                  </td>
                  <td class="muted">
                    {SOURCES[setting.source] ?? setting.source}
                    {setting.from !== null && (
                      <div class="small">
                        <code>{setting.from}</code>
                      </div>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

function Value({ setting: { value, is_secret: isSecret } }: { readonly setting: Setting }): JSX.Element {
  if (value === null || value === undefined) return <span class="muted">not set</span>;
  if (isSecret && value === '***') return <span class="muted">set, not shown</span>;
  const text = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : jsonText(value);
  return text === '' ? <span class="muted">empty</span> : <code>{text}</code>;
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useGet } from '../../data/use-get.js';
import { numberText } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { href, path, query } from '../../shell/router.js';
import { flatFields, valueText, type Version } from './passport-words.js';

/** Every field with its value, by section. A click explains it. */
export function AllFields({ version }: { readonly version: Version }): JSX.Element | null {
  const { data } = useGet('/v1/passport-versions/{id}/payload', { params: { id: version.passport_version_id } });
  const [text, setText] = useState('');
  const fields = flatFields((data as { fields?: unknown } | undefined)?.fields ?? {}).filter(([name]) => name !== '');
  if (fields.length === 0) return null;
  const shown = fields.filter(([name, value]) =>
    `${name} ${valueText(value)}`.toLowerCase().includes(text.toLowerCase()),
  );
  const sections = new Map<string, [string, unknown][]>();
  for (const field of shown) {
    const section = field[0].split('.', 1)[0] ?? '';
    sections.set(section, [...(sections.get(section) ?? []), field]);
  }
  const current = query.value.get('field');
  return (
    <Card
      className="clip"
      title="Fields"
      note={`${numberText(shown.length)} of ${numberText(fields.length)}`}
      more={
        <input
          class="input line-find"
          type="search"
          placeholder="Find"
          aria-label="Find fields"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      }
    >
      <div class="law-l" tabIndex={0} role="region" aria-label="Fields of the passport">
        <table class="t t-plain t-dense fields-t" aria-label="Fields">
          <tbody>
            {[...sections].map(([section, own]) => [
              <tr key={section} class="law">
                <td colSpan={2}>{words(section)}</td>
              </tr>,
              ...own.map(([name, value]) => (
                <tr key={name} class={name === current ? 'on' : ''}>
                  <td>
                    <a
                      href={href(path.value, { ...Object.fromEntries(query.value), field: name })}
                      title={`Why has ${name} this value?`}
                    >
                      {words(name.slice(section.length + 1) || name)}
                    </a>
                  </td>
                  <td class="num field-v" title={valueText(value)}>
                    {valueText(value)}
                  </td>
                </tr>
              )),
            ])}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function words(name: string): string {
  const text = name.replaceAll(/[._]/g, ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

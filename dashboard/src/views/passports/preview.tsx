import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { apiUrl } from '../../data/client.js';
import { Dialog } from '../../parts/dialog.js';
import { Icon } from '../../parts/icon.js';
import { Segments } from '../../parts/tabs.js';
import { href, path, query, setQuery } from '../../shell/router.js';
import type { Version } from './passport-words.js';

const AUDIENCES = [
  ['public', 'Public', 'Everyone who scans the code.'],
  ['legitimate_interest', 'Legitimate interest', 'Repairers, recyclers and buyers of used batteries.'],
  ['commission', 'Commission', 'The European Commission.'],
  ['authorities', 'Authorities', 'Market surveillance and notified bodies.'],
] as const;
const KINDS = [
  ['page', 'Page for phones'],
  ['pdf', 'PDF'],
] as const;

/** What an audience sees of a version: the page that a phone opens, and the PDF. Also before the version is in force. */
export function PreviewButton({ version }: { readonly version: Version }): JSX.Element | null {
  if (version.status === 'COMPILING') return null;
  return (
    <>
      <button class="btn" type="button" onClick={() => setQuery({ preview: 'page' })}>
        <Icon name="phone" />
        Preview
      </button>
      {query.value.get('preview') !== null && <Preview version={version} />}
    </>
  );
}

function Preview({ version: { passport_version_id: id, sku } }: { readonly version: Version }): JSX.Element {
  const kind = query.value.get('preview') === 'pdf' ? 'pdf' : 'page';
  const [audience, , says] = AUDIENCES.find(([one]) => one === query.value.get('audience')) ?? AUDIENCES[0];
  const url = apiUrl(`/v1/passport-versions/${id}/preview.${kind === 'pdf' ? 'pdf' : 'html'}?audience=${audience}`);
  const [loaded, setLoaded] = useState<string>();
  const link = (values: Readonly<Record<string, string>>): string =>
    href(path.value, { ...Object.fromEntries(query.value), ...values });
  return (
    <Dialog
      label={`Preview of ${sku}`}
      className="dialog preview"
      onClose={() => setQuery({ preview: undefined, audience: undefined })}
    >
      <div class="preview-h">
        <h2>{sku}</h2>
        <Segments
          label="What is shown"
          current={kind}
          tabs={KINDS.map(([one, label]) => ({ id: one, label, to: link({ preview: one }) }))}
        />
        <Segments
          label="For whom"
          current={audience}
          tabs={AUDIENCES.map(([one, label]) => ({ id: one, label, to: link({ audience: one }) }))}
        />
      </div>
      <p class="muted small preview-s">{says} Fields that they may not see are left out.</p>
      <div class={`preview-b preview-${kind}`} aria-busy={loaded !== url}>
        <iframe
          key={url}
          title={kind === 'pdf' ? `PDF of ${sku}` : `Page of ${sku}`}
          src={kind === 'pdf' ? `${url}#toolbar=0&navpanes=0&view=FitH` : url}
          onLoad={() => setLoaded(url)}
        />
      </div>
      <div class="acts">
        <a class="btn" href={url} target="_blank" rel="noreferrer">
          Open in a tab
        </a>
        {kind === 'pdf' && (
          <a class="btn" href={url} download={`${sku}-${audience}.pdf`}>
            <Icon name="download" />
            Download
          </a>
        )}
        <button
          class="btn btn-1"
          type="button"
          autofocus
          onClick={() => setQuery({ preview: undefined, audience: undefined })}
        >
          Close
        </button>
      </div>
    </Dialog>
  );
}

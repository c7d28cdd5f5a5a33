import type { JSX } from 'preact';
import { apiUrl } from '../../data/client.js';
import { CopyButton } from '../../parts/copy.js';
import { Empty } from '../../parts/empty.js';
import { Card } from '../../parts/page.js';
import { Segments } from '../../parts/tabs.js';
import { href, path, query } from '../../shell/router.js';
import type { Version } from './passport-words.js';

/** The code on the battery: a link that phones open, or hashes for verification without a network. */
export function QrCard({ version }: { readonly version: Version }): JSX.Element {
  const { passport_version_id: id, qr_payload: payload, status } = version;
  const isOffline = query.value.get('code') === 'offline';
  const resolver = apiUrl('');
  const text = isOffline ? (payload ?? '') : `${resolver}/p/${id}`;
  const image = apiUrl(`/v1/passport-versions/${id}/qr.svg${isOffline ? '' : `?link=${encodeURIComponent(resolver)}`}`);
  const tab = (code: string | undefined, label: string): { id: string; label: string; to: string } => ({
    ...{ id: code ?? 'link', label, to: href(path.value, { ...Object.fromEntries(query.value), code }) },
  });
  return (
    <Card
      title="QR code"
      more={
        <Segments
          label="What the code has"
          current={isOffline ? 'offline' : 'link'}
          tabs={[tab(undefined, 'For phones'), tab('offline', 'Offline')]}
        />
      }
    >
      {payload === null ? (
        <Empty title="Not drawn yet">It is drawn when the version is signed.</Empty>
      ) : (
        <div class="card-b qr-row">
          <a href={image} download={`${version.sku}-qr.svg`} title="Download as SVG">
            <img class="qr" src={image} width="132" height="132" alt="QR code of the passport" />
          </a>
          <div class="grow">
            <p class="mono small brk">
              {text.slice(0, 120)}
              {text.length > 120 && '…'} <CopyButton text={text} label="Copy what the code has" />
            </p>
            <p class="muted small qr-n">
              {isOffline
                ? 'Hashes that prove a payload without a network (BPC-QR-1).'
                : status === 'ACTIVE'
                  ? 'A phone opens the public page.'
                  : 'Opens the public page once the version is active.'}
            </p>
          </div>
        </div>
      )}
    </Card>
  );
}

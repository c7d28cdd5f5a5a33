import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../src/client/index.js';
import { act } from '../../data/act.js';
import { apiUrl, client } from '../../data/client.js';
import { may } from '../../data/session.js';
import { useGet } from '../../data/use-get.js';
import { confirm } from '../../parts/dialog.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { Icon } from '../../parts/icon.js';
import { MenuButton } from '../../parts/menu.js';
import { Card, PageHead } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Pill } from '../../parts/state.js';
import { Time } from '../../parts/time.js';
import { query } from '../../shell/router.js';
import type { ViewProps } from '../../views.js';
import { AllFields } from './all-fields.js';
import { Changes } from './changes.js';
import { Law } from './law.js';
import { type Version, VERSION_STATES } from './passport-words.js';
import { Pipeline } from './pipeline.js';
import { Proof } from './proof.js';
import { PreviewButton } from './preview.js';
import { QrCard } from './qr-card.js';
import { RevokeDialog } from './revoke-dialog.js';
import { WhyField } from './why-field.js';
import './passports.css';

export default function Passport({ params: { id = '' } }: ViewProps): JSX.Element {
  const passport = useGet('/v1/passports/{id}', { params: { id } }, { live: ['Passport'] });
  const versions = useGet(
    '/v1/passports/{id}/versions',
    { params: { id }, query: { limit: 200 } },
    { live: ['PassportVersion'] },
  );
  const product = useGet(passport.data ? '/v1/battery-products/{id}' : null, {
    params: { id: passport.data?.battery_product_id ?? '' },
  });
  const all = versions.data?.items ?? [];
  const wanted = query.value.get('version');
  const version = all.find((one) => one.passport_version_id === wanted) ?? all.at(-1);
  const number = version ? all.indexOf(version) + 1 : 0;
  const sku = passport.data?.sku ?? 'Passport';
  const error = passport.error ?? versions.error;
  return (
    <>
      <PageHead
        title={sku}
        trail={[{ label: 'Evidence' }, { label: 'Passports', to: '/passports' }]}
        heading={
          <>
            {sku} <span class="muted">{product.data?.name}</span>
          </>
        }
        sub={version && <VersionPill version={version} />}
      >
        {version && <Actions version={version} onChanged={versions.reload} />}
      </PageHead>
      {error && <Failure error={error} onRetry={versions.reload} />}
      {versions.isLoading && <Skeleton rows={8} />}
      {versions.data && !version && (
        <Card>
          <Empty
            icon="passport"
            title="No version yet"
            command={`casparian passport compile ${sku} --snapshot ID --rules NAME`}
          >
            A version is compiled from a sealed snapshot of facts and published rules:
          </Empty>
        </Card>
      )}
      {version && (
        <div class="stack">
          {version.status === 'REVOKED' && <Revoked version={version} />}
          <Pipeline version={version} number={number} versions={all} passportId={id} />
          <div class="cols c-pass">
            <div class="stack">
              <Law versionId={version.passport_version_id} />
              <AllFields version={version} />
            </div>
            <div class="stack">
              <WhyField version={version} />
              <div class="cols c-qr">
                <QrCard version={version} />
                <Proof version={version} />
              </div>
            </div>
          </div>
          {number > 1 && <Changes version={version} number={number} versions={all} passportId={id} />}
        </div>
      )}
    </>
  );
}

function VersionPill({ version }: { readonly version: Version }): JSX.Element {
  const { shape, word } = VERSION_STATES[version.status];
  return <Pill shape={shape}>{word}</Pill>;
}

function Revoked({ version }: { readonly version: Version }): JSX.Element {
  return (
    <div class="problem" role="note">
      <div class="grow">
        <b>This version was revoked</b>
        <p class="soft">
          {version.revoke_reason}, <Time at={version.revoked_at} />. Phones that open it see this too.
        </p>
      </div>
    </div>
  );
}

const DOWNLOADS = [
  ['bundle', 'Bundle, to verify it anywhere'],
  ['payload', 'Payload'],
  ['receipt', 'Signed receipt'],
  ['proof', 'Proof'],
  ['qr.png', 'QR code, PNG'],
] as const;

function Actions({ version, onChanged }: { readonly version: Version; readonly onChanged: () => void }): JSX.Element {
  const { passport_version_id: id, status, sku } = version;
  const [isRevoking, setRevoking] = useState(false);
  const isPublic = status === 'ACTIVE' || status === 'SUPERSEDED' || status === 'REVOKED';
  const activate = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Activate ${sku}?`,
      text: 'Phones that scan its code see this version from now on. The version that is active now is superseded.',
      yes: 'Activate it',
      no: 'Keep it as it is',
    });
    if (!isSure) return;
    await act(() => client.post('/v1/passport-versions/{id}/activate', { params: { id } }), {
      done: `${sku} is active`,
    });
    onChanged();
  };
  return (
    <>
      {isPublic && (
        <a class="btn" href={apiUrl(`/p/${id}`)} target="_blank" rel="noreferrer">
          <Icon name="phone" />
          Public page
        </a>
      )}
      <PreviewButton version={version} />
      <MenuButton
        label="Download"
        button={
          <>
            <Icon name="download" />
            Download
          </>
        }
      >
        {(close) =>
          DOWNLOADS.map(([name, label]) => (
            <a
              key={name}
              href={apiUrl(`/v1/passport-versions/${id}/${name}`)}
              download={`${sku}-${name}${name.includes('.') ? '' : '.json'}`}
              onClick={close}
            >
              {label}
            </a>
          ))
        }
      </MenuButton>
      {status !== 'COMPILING' && status !== 'REVOKED' && may('passport:revoke') && (
        <button class="btn" type="button" onClick={() => setRevoking(true)}>
          Revoke…
        </button>
      )}
      {status === 'SIGNED' && may('passport:sign') && (
        <button class="btn btn-1" type="button" onClick={() => void activate()}>
          Activate
        </button>
      )}
      {isRevoking && (
        <RevokeDialog
          version={version}
          onClose={() => setRevoking(false)}
          onRevoked={() => {
            setRevoking(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}

export type Versions = readonly Schemas['PassportVersion'][];

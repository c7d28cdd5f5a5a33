import type { ComponentChildren, JSX } from 'preact';
import type { Schemas } from '../../../../src/client/index.js';
import { useGet } from '../../data/use-get.js';
import { counted, numberText, shortId } from '../../parts/number.js';
import { Card } from '../../parts/page.js';
import { Silhouette, type Shape } from '../../parts/state.js';
import { durationText, Time } from '../../parts/time.js';
import { href } from '../../shell/router.js';
import { type Version, VERSION_STATES } from './passport-words.js';

type PipelineData = Schemas['PassportPipeline'];
type Step = PipelineData['steps'][number];

const NAMES: Readonly<Record<Step['step'], string>> = {
  documents: 'Documents',
  facts: 'Facts',
  snapshot: 'Snapshot',
  compiled: 'Compiled',
  signed: 'Signed',
  qr: 'QR code',
  active: 'Active',
};

const SHAPES: Readonly<Record<Step['state'], Shape>> = {
  done: 'completed',
  running: 'running',
  waiting: 'pending',
  failed: 'failed',
  ended: 'cancelled',
};

/** How far a version has come, with the job and the time of each step. */
export function Pipeline({
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
  const { data } = useGet(
    '/v1/passport-versions/{id}/pipeline',
    { params: { id: version.passport_version_id } },
    { live: ['PassportVersion', 'job'] },
  );
  const rules = useGet('/v1/rule-package-versions/{id}', { params: { id: version.rule_package_version_id } });
  const by = rules.data ? `from rules ${rules.data.name} ${numberText(rules.data.version)}` : '';
  return (
    <Card
      title={`Version ${number}`}
      note={`compiled ${by}, build ${version.compiler_build_id}`}
      more={<VersionChoice {...{ version, versions, passportId }} />}
    >
      <ol class="pipe">
        {(data?.steps ?? []).map((step) => (
          <li key={step.step} class={step.state === 'done' ? '' : 'todo-step'}>
            <Silhouette shape={SHAPES[step.state]} />
            <b>{NAMES[step.step]}</b>
            <span>{data && about(step, data, version)}</span>
            {step.at !== null && (
              <span>
                <Time at={step.at} />
              </span>
            )}
            {step.error !== null && <span class="note-bad">{step.error}</span>}
            {step.job_id !== null && (
              <a class="small" href={href(`/jobs/${step.job_id}`)}>
                {step.duration_ms === null ? 'its job' : durationText(step.duration_ms)}
              </a>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function about(step: Step, { documents, snapshot }: PipelineData, version: Version): ComponentChildren {
  switch (step.step) {
    case 'documents':
      return documents.length === 0 ? 'none' : documents.map(({ kind }) => kind).join(', ');
    case 'facts':
      return `${counted(Number(snapshot.fact_count ?? 0), 'fact')} from ${counted(documents.length, 'document')}`;
    case 'snapshot':
      return snapshot.snapshot_hash === null ? 'not sealed' : `sealed, ${shortId(snapshot.snapshot_hash)}`;
    case 'compiled':
      return step.state === 'done' ? `payload ${shortId(version.payload_hash)}` : 'not yet';
    case 'signed':
      return step.state === 'done' ? `Ed25519, ${version.signing_key_id}` : 'waits for the key';
    case 'qr':
      return step.state === 'done' ? 'drawn' : 'waits for the signature';
    case 'active':
      if (step.state === 'done') return 'in force';
      return step.state === 'ended' ? VERSION_STATES[version.status].word.toLowerCase() : 'not activated';
  }
}

function VersionChoice({
  version,
  versions,
  passportId,
}: {
  readonly version: Version;
  readonly versions: readonly Version[];
  readonly passportId: string;
}): JSX.Element | null {
  if (versions.length < 2) return null;
  return (
    <nav class="versions" aria-label="Versions">
      {versions.map((one, index) => {
        const { shape, word } = VERSION_STATES[one.status];
        return (
          <a
            key={one.passport_version_id}
            href={href(`/passports/${passportId}`, { version: one.passport_version_id })}
            aria-current={one === version ? 'true' : undefined}
            title={`Version ${index + 1}: ${word}`}
          >
            <Silhouette shape={shape} />
            {index + 1}
          </a>
        );
      })}
    </nav>
  );
}

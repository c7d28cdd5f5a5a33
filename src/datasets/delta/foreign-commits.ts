import { CasparianError, hint } from '../../platform/index.js';
import type { Action, Metadata } from './log/actions.js';
import { type DeltaLog, readCommit } from './log/read-log.js';
import type { TableState } from './log/table-state.js';
import { isOurs } from './table-files.js';

/** The property of a table that names its dataset. */
export const DATASET_PROPERTY = 'casparian.dataset';

const SUPPORTED_FEATURES = new Set(['timestampNtz', 'appendOnly', 'invariants']);

/** Fails if the table was made by another program, or for another dataset: it is not ours to change. */
export function requireOwnTable({ metadata }: TableState, appId: string, location: string): void {
  const owner = metadata?.configuration[DATASET_PROPERTY];
  if (metadata === undefined || owner === appId) return;
  throw new CasparianError('DELTA_CONFLICT', `The table in ${location} belongs to ${owner ?? 'another program'}`, {
    why: `This dataset is ${appId}. Its folder may have been copied from another installation.`,
    next: ['Delete the folder _delta_log there if no reader needs it, and publish again.'],
  });
}

/** Fails if the protocol of the table has a feature that we do not know: a writer must respect all of them. */
export function requireKnownFeatures({ protocol }: TableState, location: string): void {
  const features = [...(protocol?.readerFeatures ?? []), ...(protocol?.writerFeatures ?? [])];
  const unknown = features.find((feature) => !SUPPORTED_FEATURES.has(feature));
  if (unknown === undefined && (protocol?.writerFeatures || (protocol?.minWriterVersion ?? 0) <= 2)) return;
  throw new CasparianError('DELTA_CONFLICT', `Another program changed the protocol of the table in ${location}`, {
    why:
      unknown === undefined
        ? 'It needs a newer writer.'
        : `It has the feature ${unknown}, which casparian cannot write.`,
    next: ['Remove the feature with that program, or delete the folder _delta_log and publish again.'],
  });
}

/**
 * Looks at the commits of other programs since our last one. New files of theirs are kept: they are rows that somebody appended. But if
 * they removed or rewrote ours, a later change of a source could no longer replace its rows.
 */
export async function requireHarmlessCommits(log: DeltaLog, state: TableState, appId: string): Promise<void> {
  const last = state.transactions.get(appId) ?? -1;
  for (let version = last + 1; version <= state.version; version++) {
    const actions = await readCommit(log.storage, version).catch(() => undefined);
    const harm = actions === undefined ? 'Its log entry is gone.' : harmOf(actions, state.metadata);
    if (harm !== undefined) throw conflict(log.storage.root, version, programOf(actions ?? []), harm);
  }
}

function harmOf(actions: readonly Action[], metadata: Metadata | undefined): string | undefined {
  const removed = actions.filter(({ remove }) => remove && isOurs(remove.path)).length;
  if (removed > 0) return `It removed ${removed === 1 ? '1 file' : `${removed} files`} of the dataset from the table.`;
  const changed = actions.find(({ metaData }) => metaData)?.metaData;
  if (changed && changed.schemaString === metadata?.schemaString)
    return 'It changed the properties or columns of the table.';
  return changed ? 'It changed the columns of the table.' : undefined;
}

function programOf(actions: readonly Action[]): string {
  const info = actions.find(({ commitInfo }) => commitInfo)?.commitInfo ?? {};
  const { engineInfo, operation, clientVersion } = info;
  return [engineInfo ?? clientVersion ?? 'another program', operation]
    .filter((one) => typeof one === 'string')
    .join(', ');
}

function conflict(location: string, version: number, program: string, why: string): CasparianError {
  return new CasparianError('DELTA_CONFLICT', `Version ${version} of the table in ${location} was made by ${program}`, {
    why: `${why} Nothing was published.`,
    next: [
      'Keep what it did: copy the table elsewhere first.',
      hint('Make the table hold the rows of the dataset and nothing else', {
        ...{ action: 'datasets.publish', arguments: ['DATASET'], options: { delta: true, overwrite: true } },
      }),
    ],
  });
}

import { createHash } from 'node:crypto';
import { declarationOf } from '../../contract/index.js';
import type { Weighed } from '../../parse/index.js';
import { rawFields } from '../quarantine/raw-fields.js';
import { changeText } from './change-text.js';
import type { Counted } from './count-in-files.js';
import { loadTrials } from './load-trials.js';
import type { Proposals } from './propose-for-groups.js';
import type { RefusedRepair, Repair, RepairGroup, RepairReport } from './report.js';
import type { RepairedOutput } from './suggest-repairs.js';

interface Subject extends RepairedOutput {
  readonly contractHash: string;
  /** Whether the contract can be changed without the code of a parser. */
  readonly applicable: boolean;
  readonly quarantined: number;
}

/** Puts proposals and counts together: which changes are offered, and why the others are not. */
export async function reportOf(
  subject: Subject,
  { groups, changes, samples }: Proposals,
  counted: Counted,
): Promise<RepairReport> {
  const { dataset, parser, output, contractHash, quarantined } = subject;
  const { alreadyValid, unread, files, rows } = counted;
  const { readDifferently, weighChanges } = await loadTrials();
  const weighed = weighChanges(
    changes.map((change, index) => ({ ...change, ...(counted.effects[index] ?? NOTHING) })),
    { alreadyValid, unread: unread.length },
    (one, other) => readDifferently(one.after, other.after, samples[one.group] ?? []),
  );
  return {
    ...{
      dataset,
      parser,
      output,
      contract_hash: contractHash,
      quarantined,
      already_valid: alreadyValid,
      files,
      rows,
      unread,
    },
    groups: groups.map(({ column, errorType, rows: groupRows, example }, index): RepairGroup => {
      const own = weighed.filter(({ group }) => group === index);
      const value = column === null ? undefined : rawFields(example.raw).get(column);
      return {
        ...{ column, error_type: errorType, rows: groupRows, example: value ?? null },
        suggestions: own.filter(({ refusal }) => refusal === null).map((change) => offered(subject, change)),
        refused: own.flatMap((change) => refused(subject, change)),
      };
    }),
  };
}

const NOTHING = { repairs: 0, leaves: 0, helps: 0, breaks: 0, changes: 0, conflict: null };

function offered(subject: Subject, change: Weighed): Repair {
  return { ...changeOf(subject, change), applicable: subject.applicable };
}

/** A change that another one covers needs no explanation. */
function refused(subject: Subject, change: Weighed): RefusedRepair[] {
  const { refusal, changes, conflict } = change;
  if (refusal === null || refusal === 'covered' || refusal === 'repairs_nothing') return [];
  return [{ ...changeOf(subject, change), reason: refusal, changes, conflict }];
}

function changeOf(subject: Subject, change: Weighed): Omit<Repair, 'applicable'> {
  const { kind, before, after, repairs, leaves, helps, breaks } = change;
  const declared = declarationOf(after);
  const about = [subject.parser, subject.output, subject.contractHash, after.name, declared];
  return {
    // The same change of the same contract has the same id, however often it is computed.
    id: createHash('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 12),
    ...{ kind, change: changeText(change), column: after.name, before: declarationOf(before), after: declared },
    ...{ repairs, leaves, helps, breaks: subject.applicable ? breaks : null },
  };
}

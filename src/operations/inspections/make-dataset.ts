import { copyFile } from 'node:fs/promises';
import { currentContract, requireDatasetName } from '../../pipeline/index.js';
import { CasparianError } from '../../platform/index.js';
import { setDatasetContractText } from '../datasets/dataset-contract.js';
import { type ReceivedUpload, receiveUpload } from '../files/receive-upload.js';
import type { TenantScope } from '../tenant-scope.js';
import { inspectHeld, type InspectionAnswers } from './inspect-upload.js';
import { dropFile, type HeldFile } from './inspection-store.js';

export interface MakeDatasetRequest {
  readonly file: HeldFile;
  readonly dataset: string;
  readonly answers: InspectionAnswers;
  /** Add the rows to a dataset that exists, with its contract. */
  readonly isExisting: boolean;
  readonly home: string;
  readonly actor: string | null;
  readonly signal: AbortSignal;
}

/** Makes the answers the contract of a new dataset, and creates the job that reads the file. */
export async function makeDataset(scope: TenantScope, request: MakeDatasetRequest): Promise<ReceivedUpload> {
  const { file, dataset, home, isExisting } = request;
  requireDatasetName(dataset);
  const isKnown = (await currentContract(scope.database, dataset)) !== undefined;
  if (isKnown && !isExisting) throw exists(dataset);
  if (!isKnown) await setContract(scope, request);
  const received = await receiveUpload(scope, {
    ...{ name: file.name, tags: [], home, auto: { dataset } },
    saveTo: async (path) => {
      await copyFile(file.path, path);
      return file.bytes;
    },
  });
  await dropFile(file);
  return received;
}

async function setContract({ database }: TenantScope, request: MakeDatasetRequest): Promise<void> {
  const { dataset, answers, file, actor, signal } = request;
  const { contract } = await inspectHeld(file, answers, signal);
  await setDatasetContractText(database, dataset, {
    text: withGivenDialect(contract, answers),
    source: `dropped by ${actor ?? 'unknown'}: ${file.name}`,
    requireVersion: (current) => {
      if (current !== undefined) throw exists(dataset);
    },
  });
}

/** What the person said about the lines of the file is part of the contract; the rest is detected in each file. */
function withGivenDialect(text: string, { format }: InspectionAnswers): string {
  const contract = JSON.parse(text) as { dialect?: object | null };
  const { delimiter, quote, encoding, headerLines, skipLines, footerLines, table } = format;
  const given = {
    ...{ delimiter, quote: quote ?? undefined, encoding, header_lines: headerLines },
    ...{ preamble_lines: skipLines, footer_lines: footerLines, table },
  };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  if (known.length === 0) return text;
  return JSON.stringify({ ...contract, dialect: { ...contract.dialect, ...Object.fromEntries(known) } });
}

function exists(dataset: string): CasparianError {
  return new CasparianError('DATASET_EXISTS', `There is already a dataset '${dataset}'`, {
    why: 'It has its own contract.',
    next: ['Choose another name, or add the rows to it: they must satisfy its contract.'],
  });
}

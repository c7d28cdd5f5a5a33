import { isoTime } from '../../platform/index.js';
import type { DatasetContract } from './contracts.js';
import type { SuggestedContract } from './suggest-contract.js';

/** The contract of a dataset of the built-in readers. */
export interface DatasetContractJson {
  readonly dataset: string;
  readonly hash: DatasetContract['hash'];
  readonly origin: DatasetContract['origin'];
  readonly source: DatasetContract['source'];
  readonly set_at: string | null;
  /** Whether no file may widen it. */
  readonly frozen: boolean;
  /** How it differs from the version before it. */
  readonly changes: readonly string[];
  readonly contract: unknown;
}

export function datasetContractJson(held: DatasetContract): DatasetContractJson {
  const { dataset, hash, origin, source, set_at, frozen, changes, contract } = held;
  return {
    ...{ dataset, hash, origin, source, set_at: isoTime(set_at), frozen: frozen === 1 },
    changes: JSON.parse(changes) as string[],
    contract: JSON.parse(contract) as unknown,
  };
}

export interface SuggestedContractJson {
  readonly dataset: string;
  readonly files: number;
  readonly unreadable: readonly string[];
  readonly contract: unknown;
}

export function suggestedContractJson(
  dataset: string,
  { contract, files, unreadable }: SuggestedContract,
): SuggestedContractJson {
  return { dataset, files, unreadable, contract: JSON.parse(contract) as unknown };
}

import type { Action, Add, Metadata, Protocol, Remove } from './actions.js';

/** A version of a table: what is left when all actions up to it are applied. */
export interface TableState {
  /** -1 before the first commit. */
  version: number;
  /** The version of the newest checkpoint that was read; -1 without one. */
  checkpoint: number;
  protocol: Protocol | undefined;
  metadata: Metadata | undefined;
  readonly adds: Map<string, Add>;
  readonly removes: Map<string, Remove>;
  /** The last transaction of each application. */
  readonly transactions: Map<string, number>;
}

export function emptyTable(): TableState {
  return {
    ...{ version: -1, checkpoint: -1, protocol: undefined, metadata: undefined },
    ...{ adds: new Map(), removes: new Map(), transactions: new Map() },
  };
}

export function apply(state: TableState, { add, remove, metaData, protocol, txn }: Action): void {
  if (add) {
    state.adds.set(add.path, add);
    state.removes.delete(add.path);
  }
  if (remove) {
    state.removes.set(remove.path, remove);
    state.adds.delete(remove.path);
  }
  if (metaData) state.metadata = metaData;
  if (protocol) state.protocol = protocol;
  if (txn) state.transactions.set(txn.appId, txn.version);
}

const DEFAULT_RETENTION_MS = 7 * 86_400_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  ...{ millisecond: 1, second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 },
};

/** How long readers of earlier versions may use removed files: the table's property, 7 days by default. */
export function retentionMs({ metadata }: TableState): number {
  const text = metadata?.configuration['delta.deletedFileRetentionDuration'] ?? '';
  const [, number, unit = ''] = /^(?:interval\s+)?(\d+)\s+(\w+?)s?$/i.exec(text.trim()) ?? [];
  const unitMs = UNIT_MS[unit.toLowerCase()];
  return number === undefined || unitMs === undefined ? DEFAULT_RETENTION_MS : Number(number) * unitMs;
}

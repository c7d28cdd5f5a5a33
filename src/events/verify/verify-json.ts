import { type TreeHeadJson, treeHeadJson } from '../tree/head-json.js';
import type { VerifyReport } from './verify-events.js';

/** The result of a verification as JSON. Scripts depend on these names: add, never change. */
export interface VerifyJson {
  readonly ok: boolean;
  readonly chains: number;
  readonly events: number;
  readonly broken: readonly {
    readonly aggregate_type: string;
    readonly aggregate_id: string;
    readonly aggregate_version: number;
    readonly reason: string;
  }[];
  readonly broken_chains: number;
  readonly tree_heads: number;
  readonly unsealed: number;
  readonly complete: boolean;
  readonly newest_head: TreeHeadJson | null;
}

export function verifyJson(report: VerifyReport): VerifyJson {
  return {
    ok: report.ok,
    chains: report.chains,
    events: report.events,
    broken: report.broken.map(({ aggregateType, aggregateId, aggregateVersion, reason }) => ({
      ...{ aggregate_type: aggregateType, aggregate_id: aggregateId, aggregate_version: aggregateVersion, reason },
    })),
    broken_chains: report.brokenChains,
    tree_heads: report.heads,
    unsealed: report.unsealed,
    complete: report.isComplete,
    newest_head: report.newestHead && treeHeadJson(report.newestHead),
  };
}

import { beforeAll } from 'vitest';
import type { JobRecord } from '../../../src/engine/index.js';
import { setContract } from '../../../src/pipeline/builtin/contracts.js';
import {
  openSpool,
  pipelineHome,
  planJobs,
  type Repair,
  type RepairReport,
  suggestRepairs,
} from '../../../src/pipeline/index.js';
import { allowAuto } from '../../../src/pipeline/routing/allow-auto.js';
import type { StoreKind } from '../../cli/store.js';
import { jobEnds } from '../../engine/staging/workers.js';
import { useWorkplace, type Workplace } from '../jobs/workplace.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';

/** A workplace whose files are read without a parser. */
export interface ReadingPlace extends Workplace {
  /** Has a file read into the dataset that its name gives. */
  read(name: string, content: string): Promise<JobRecord>;
  /** Sets the contract of a dataset before its first file. */
  contract(dataset: string, columns: Record<string, unknown>, drift?: object): Promise<void>;
  suggest(dataset: string): Promise<RepairReport>;
}

export function useReadingPlace(kind: StoreKind): ReadingPlace {
  const place = useWorkplace(kind);
  beforeAll(async () => void (await allowAuto(rowsOfTenant(place.engine), {})));
  return Object.create(place, {
    read: {
      value: async (name: string, content: string) => {
        const { id } = await place.file(name, content);
        await planJobs(place.engine, TENANT);
        const [row] = await place.rows<{ job_id: string }>(
          `SELECT job_id FROM cf_file_parses WHERE file_id = '${id}' AND parser = 'builtin'`,
        );
        return jobEnds(place.engine, row!.job_id);
      },
    },
    contract: {
      value: async (dataset: string, columns: Record<string, unknown>, drift?: object) => {
        const listed = Object.entries(columns).map(([name, declared]) => ({
          name,
          ...(typeof declared === 'string' ? { type: declared } : (declared as object)),
        }));
        const contract = JSON.stringify({ version: 1, columns: listed, ...(drift === undefined ? {} : { drift }) });
        const { contractFileText, parseContractFile } = await import('../../../src/contract/declare/contract-file.js');
        const text = contractFileText(parseContractFile(contract));
        await setContract(rowsOfTenant(place.engine), { dataset, contract: text, source: '/given.json' });
      },
    },
    suggest: {
      value: (dataset: string) =>
        suggestRepairs(
          rowsOfTenant(place.engine),
          { dataset, parser: 'builtin', output: dataset },
          { spool: openSpool(pipelineHome(place.home)), signal: new AbortController().signal },
        ),
    },
  }) as ReadingPlace;
}

export function suggestionsOf(report: RepairReport): Repair[] {
  return report.groups.flatMap(({ suggestions }) => suggestions);
}

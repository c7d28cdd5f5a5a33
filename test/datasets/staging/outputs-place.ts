import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openDuckDb, type OpenDuckDb } from '../../../src/datasets/duckdb/open-duckdb.js';
import type { Engine } from '../../../src/engine/index.js';
import { registerOutputs, supersedeOutputs } from '../../../src/pipeline/outputs/register-outputs.js';
import { pipelineHome, type PipelineHome } from '../../../src/pipeline/home.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';
import { freshStore, type StoreKind } from '../../cli/store.js';

/** One job's rows of one source file, as SQL of DuckDB; lineage is added. */
export interface Written {
  readonly parser: string;
  readonly output: string;
  readonly select: string;
  readonly version?: string;
  readonly fileId?: string;
  readonly format?: 'parquet' | 'csv' | 'jsonl';
  readonly sourceHash?: string;
}

export interface WrittenOutput {
  readonly jobId: string;
  readonly fileId: string;
  readonly path: string;
}

/** A store and a home whose outputs are written by DuckDB: no parser has to run for a test about queries. */
export interface OutputsPlace {
  readonly engine: Engine;
  readonly home: PipelineHome;
  readonly flags: readonly string[];
  readonly folder: string;
  /** Registers the rows; those of the same file and parser are superseded, as a changed file's are. */
  write(what: Written): Promise<WrittenOutput>;
}

export function useOutputsPlace(kind: StoreKind): OutputsPlace {
  const undo: (() => Promise<unknown>)[] = [];
  let store: Awaited<ReturnType<typeof freshStore>>;
  let duckDb: OpenDuckDb;
  beforeAll(async () => {
    store = await freshStore(kind, (one) => undo.unshift(one));
    duckDb = await openDuckDb();
    undo.unshift(duckDb.close);
  });
  afterAll(async () => {
    for (const one of undo) await one();
  });
  const place: OutputsPlace = {
    get engine() {
      return store.engine;
    },
    get home() {
      return pipelineHome(store.flags[1]!);
    },
    get flags() {
      return store.flags;
    },
    get folder() {
      return place.home.output;
    },
    async write({ parser, output, select, version = '1.0.0', fileId = randomUUID(), format = 'parquet', sourceHash }) {
      const jobId = randomUUID();
      const path = `${parser}/${output}/${jobId}-1.${format}`;
      const target = join(place.folder, path);
      await mkdir(dirname(target), { recursive: true });
      const options = { parquet: 'FORMAT parquet', csv: 'FORMAT csv, HEADER', jsonl: 'FORMAT json' }[format];
      const lineage = `'/in/${fileId}.csv' AS _cf_source, row_number() OVER () AS _cf_row, '${jobId}' AS _cf_job_id, '${parser} v${version}' AS _cf_parser`;
      const { connection } = duckDb;
      await connection.run(`COPY (SELECT *, ${lineage} FROM (${select})) TO '${target}' (${options})`);
      const counted = await connection.runAndReadAll(`SELECT count(*) FROM (${select})`);
      const bytes = await readFile(target);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const rows = Number(counted.getRows()[0]![0]);
      const origin = {
        jobId,
        fileId,
        parser,
        version,
        sourceHash: sourceHash ?? `${parser} ${version}`,
        contentHash: jobId,
      };
      await rowsOfTenant(store.engine).transaction(async (tx) => {
        await supersedeOutputs(tx, origin);
        await registerOutputs(tx, origin, [{ output, path, format, rows, bytes: bytes.length, sha256 }]);
      });
      return { jobId, fileId, path };
    },
  };
  return place;
}

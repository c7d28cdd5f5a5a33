import assert from 'node:assert/strict';
import { CasparianError } from '../../platform/index.js';
import type { ParserHello } from '../bridge/message.js';
import type { IncomingBatch } from '../columns/incoming.js';
import { createChecker } from '../contract/checker.js';
import { type Contract, inferContract, type OutputContract, parseContract } from '../contract/contract.js';
import type { OutputFormat } from '../outputs/sink.js';
import type { Staging } from '../outputs/staging.js';
import { checkedOutputName, refuseSharedFile } from './output-name.js';
import { createOutputWriter, datasetFileName, type OutputWriter, quarantineFileName } from './output-writer.js';
import type { ReportedFile, ReportedQuarantine } from './report.js';

export interface DatasetsOptions {
  readonly staging: Staging;
  readonly directory: string;
  readonly format: OutputFormat;
  /** Where the rows come from, as lineage names it. */
  readonly source: string;
  readonly jobId: string | null;
  /** The parser's name when it does not say one itself. */
  readonly fallbackName: string;
}

/** All outputs of one input. Which there are follows from the contract, or from what the parser gives without one. */
export interface Datasets {
  readonly writers: ReadonlyMap<string, OutputWriter>;
  declare(parser: ParserHello): Promise<void>;
  write(batch: IncomingBatch): Promise<void>;
  /** Completes everything and lets it appear. */
  publish(): Promise<{ outputs: ReportedFile[]; quarantines: ReportedQuarantine[] }>;
  /** Lets only the quarantine appear: the evidence of a run that failed for its rows. */
  publishEvidence(): Promise<ReportedQuarantine[]>;
  /** Lets go of everything that was not completed. */
  close(): Promise<void>;
}

export function createDatasets(options: DatasetsOptions): Datasets {
  const { staging, directory, format, source, jobId, fallbackName } = options;
  const writers = new Map<string, OutputWriter>();
  /** Empty batches of outputs without a contract: their types are unknown as long as no row is there. */
  const rowless = new Map<string, IncomingBatch>();
  let parserName = fallbackName;
  let lineageParser = fallbackName;
  let contract: Contract | undefined;

  const open = async (name: string, output: OutputContract): Promise<OutputWriter> => {
    refuseSharedFile(name, [...writers.keys()]);
    const lineage = { source, jobId, parser: lineageParser };
    const checker = createChecker(output);
    const writer = await createOutputWriter({ name, checker, staging, directory, format, lineage });
    writers.set(name, writer);
    return writer;
  };

  return {
    writers,
    async declare(parser) {
      parserName = checkedOutputName(parser.name ?? fallbackName, "The parser's name");
      lineageParser = parser.version === null ? parserName : `${parserName}@${parser.version}`;
      contract = parseContract(parser.outputs);
      for (const output of contract.outputs.values()) {
        await open(checkedOutputName(output.name ?? parserName, 'The name of an output'), output);
      }
    },
    async write(batch) {
      assert(contract, 'the bridge lets no batch come before the hello');
      const name = nameOfOutput(batch.output, contract, parserName);
      let writer = writers.get(name);
      if (writer === undefined) {
        if (batch.rowCount === 0) return void rowless.set(name, batch);
        checkedOutputName(name, 'The name of an output');
        writer = await open(name, inferContract(batch));
      }
      await writer.write(batch);
    },
    async publish() {
      for (const [name, batch] of rowless) {
        if (!writers.has(name) && batch.columns.length > 0) await open(name, inferContract(batch));
      }
      const outputs: ReportedFile[] = [];
      for (const writer of writers.values()) outputs.push(await writer.finishDataset());
      const quarantines = await finishQuarantines(writers);
      const appearing = [
        ...outputs.map(({ name }) => datasetFileName(name, format)),
        ...quarantines.map(({ output }) => quarantineFileName(output)),
      ];
      // The quarantine of an earlier run must not stand beside an output it does not belong to.
      const stale = outputs.map(({ name }) => quarantineFileName(name)).filter((name) => !appearing.includes(name));
      await staging.publish(appearing, stale);
      return { outputs, quarantines };
    },
    async publishEvidence() {
      const quarantines = await finishQuarantines(writers);
      await staging.publish(quarantines.map(({ output }) => quarantineFileName(output)));
      return quarantines;
    },
    async close() {
      for (const writer of writers.values()) await writer.close();
    },
  };
}

async function finishQuarantines(writers: ReadonlyMap<string, OutputWriter>): Promise<ReportedQuarantine[]> {
  const quarantines: ReportedQuarantine[] = [];
  for (const writer of writers.values()) {
    const quarantine = await writer.finishQuarantine();
    if (quarantine !== null) quarantines.push(quarantine);
  }
  return quarantines;
}

/** A parser with one output need not name it; one with several must. */
function nameOfOutput(given: string | null, { outputs }: Contract, parserName: string): string {
  const declared = [...outputs.values()].map(({ name }) => name ?? parserName);
  if (declared.length === 0) return given ?? parserName;
  if (given !== null && declared.includes(given)) return given;
  const [only] = declared;
  if (given === null && declared.length === 1 && only !== undefined) return only;
  throw new CasparianError(
    'OUTPUT_UNDECLARED',
    given === null ? 'The parser gave rows without saying for which output' : `The parser gave rows for '${given}'`,
    {
      why: `Its outputs are ${declared.map((name) => `'${name}'`).join(', ')}.`,
      next: given === null ? ["Yield pairs: yield ('name', batch)"] : [`Declare '${given}' in outputs, or rename it.`],
    },
  );
}

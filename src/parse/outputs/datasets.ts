import assert from 'node:assert/strict';
import { CasparianError } from '../../platform/index.js';
import type { ParserHello } from '../../bridge/index.js';
import {
  type Contract,
  createChecker,
  type IncomingBatch,
  inferContract,
  type OutputContract,
  type OutputFormat,
  parseContract,
  NO_ROWS,
  type QuarantinedRows,
} from '../../contract/index.js';
import { checkedOutputName, refuseSharedFile } from './output-name.js';
import { createOutputWriter, type OutputWriter, type StagedFile } from './output-writer.js';
import type { StagingRequest } from './request.js';

export interface DatasetsOptions extends StagingRequest {
  readonly format: OutputFormat;
  /** The origin of the rows in the lineage. */
  readonly source: string;
  readonly jobId: string | null;
  /** The parser's name if it does not declare one. */
  readonly fallbackName: string;
  /** The name of the reader in the lineage; by default the parser's name and version. */
  readonly lineageParser?: string;
  /** As in the checker: for the rows of parsers. */
  readonly emptyTextsAreNull?: boolean;
  /** Whether rows of several sources are written. */
  readonly namesSources?: boolean;
}

/** All outputs of one input. The contract defines them; without one, the parser's batches do. */
export interface Datasets {
  readonly writers: ReadonlyMap<string, OutputWriter>;
  /** Uses the contract that the parser declares, unless another is given. */
  declare(parser: Pick<ParserHello, 'name' | 'version' | 'outputs'>, given?: Contract): Promise<void>;
  /** The following rows come from another source, with this parser in the lineage. */
  beginSource(source: string, lineageParser: string): void;
  /** Returns the quarantined rows. */
  write(batch: IncomingBatch): Promise<QuarantinedRows>;
  /** Completes the datasets. */
  finishDatasets(): Promise<StagedFile[]>;
  /** Completes the quarantines of those outputs that have one. */
  finishQuarantines(): Promise<StagedFile[]>;
  /** Discards everything that was not completed. */
  close(): Promise<void>;
}

export function createDatasets(options: DatasetsOptions): Datasets {
  const { onlyRows, pathFor, format, source, jobId, fallbackName, namesSources = false } = options;
  const writers = new Map<string, OutputWriter>();
  /** Empty batches of outputs without a contract: their types are unknown until the first row. */
  const rowless = new Map<string, IncomingBatch>();
  let parserName = fallbackName;
  const lineage = { source, jobId, parser: fallbackName };
  let contract: Contract | undefined;

  const open = async (name: string, output: OutputContract): Promise<OutputWriter> => {
    refuseSharedFile(name, [...writers.keys()]);
    const checker = createChecker(output, { emptyTextsAreNull: options.emptyTextsAreNull === true });
    const wanted = onlyRows?.(name);
    const { quarantine: limits = null } = output;
    const writing = { name, checker, limits, pathFor, format, lineage, namesSources, wanted };
    const writer = await createOutputWriter({ ...writing, corrections: options.corrections?.(name) });
    writers.set(name, writer);
    return writer;
  };

  return {
    writers,
    async declare(parser, given = declaredContract(parser.outputs)) {
      parserName = checkedOutputName(parser.name ?? fallbackName, "The parser's name");
      const versioned = parser.version === null ? parserName : `${parserName}@${parser.version}`;
      lineage.parser = options.lineageParser ?? versioned;
      contract = given;
      for (const output of contract.outputs.values()) {
        await open(checkedOutputName(output.name ?? parserName, 'The name of an output'), output);
      }
    },
    beginSource(next, parser) {
      lineage.source = next;
      lineage.parser = parser;
      for (const writer of writers.values()) writer.beginSource();
    },
    async write(batch) {
      assert(contract, 'the bridge sends no batch before the hello');
      const name = nameOfOutput(batch.output, contract, parserName);
      let writer = writers.get(name);
      if (writer === undefined) {
        if (batch.rowCount === 0) {
          rowless.set(name, batch);
          return NO_ROWS;
        }
        checkedOutputName(name, 'The name of an output');
        writer = await open(name, inferContract(batch));
      }
      return writer.write(batch);
    },
    async finishDatasets() {
      for (const [name, batch] of rowless) {
        if (!writers.has(name) && batch.columns.length > 0) await open(name, inferContract(batch));
      }
      const finished: StagedFile[] = [];
      for (const writer of writers.values()) finished.push(await writer.finishDataset());
      return finished;
    },
    async finishQuarantines() {
      const finished: StagedFile[] = [];
      for (const writer of writers.values()) {
        const quarantine = await writer.finishQuarantine();
        if (quarantine !== null) finished.push(quarantine);
      }
      return finished;
    },
    async close() {
      for (const writer of writers.values()) await writer.close();
    },
  };
}

/** Of outputs that are the same object, as those of equal hellos are. */
const contracts = new WeakMap<object, Contract>();

function declaredContract(outputs: unknown): Contract {
  if (typeof outputs !== 'object' || outputs === null) return parseContract(outputs);
  let contract = contracts.get(outputs);
  if (contract === undefined) contracts.set(outputs, (contract = parseContract(outputs)));
  return contract;
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
    given === null ? 'The parser returned rows without an output name' : `The parser returned rows for '${given}'`,
    {
      why: `Its outputs are ${declared.map((name) => `'${name}'`).join(', ')}.`,
      next: given === null ? ["Yield pairs: yield ('name', batch)"] : [`Declare '${given}' in outputs, or rename it.`],
    },
  );
}

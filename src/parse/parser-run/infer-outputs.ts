import type { IncomingBatch } from '../../contract/index.js';
import { type ColumnProfile, contractOf, createColumnProfile, decideTable } from '../../tables/index.js';
import { requireReadable } from '../inputs/require-readable.js';
import { runParserProcess } from './parser-process.js';
import type { ParserProcessRequest } from './request.js';
import { failureOf } from './run-failure.js';

/** Infers a contract from a parser's data, in the form of a declaration. Runs the parser; writes nothing. */
export async function inferOutputs(request: ParserProcessRequest): Promise<Record<string, unknown>> {
  await requireReadable(request.input);
  const seen = new Map<string | null, SeenOutput>();
  const execution = await runParserProcess(request, async (message) => {
    if (message.kind !== 'batch' || message.batch.rowCount === 0) return;
    const { output } = message.batch;
    const known = seen.get(output) ?? (await firstOf(message.batch));
    seen.set(output, known);
    known.add(message.batch);
  });
  const failure = failureOf(execution, request);
  if (failure !== null) throw failure;
  const unnamed = seen.get(null);
  return unnamed?.outputs() ?? Object.fromEntries([...seen].map(([name, one]) => [name ?? '', one.outputs()]));
}

interface SeenOutput {
  add(batch: IncomingBatch): void;
  outputs(): Record<string, unknown>;
}

/** Typed columns have the types of the first batch. Those of text are decided by the values of all batches, as in a CSV file. */
async function firstOf(first: IncomingBatch): Promise<SeenOutput> {
  const [{ contractToJson }, { inferContract }] = [
    await import('../../contract/declare/to-json.js'),
    await import('../../contract/declare/infer-contract.js'),
  ];
  const contract = inferContract(first);
  const texts = new Map<string, ColumnProfile>(
    contract.columns.filter(({ type }) => type.kind === 'string').map(({ name }) => [name, createColumnProfile()]),
  );
  let rows = 0;
  return {
    add({ columns, rowCount }) {
      for (const column of columns) texts.get(column.name)?.add(column, rowCount, rows, null);
      rows += rowCount;
    },
    outputs() {
      const columns = [...texts].map(([name, profile]) => ({ name, profile: asWritten(profile), written: null }));
      return { ...contractToJson(contract), ...contractOf(decideTable({ columns, rows, isWhole: true }, {})) };
    },
  };
}

/** A script that reads lines has only texts, so that a number in quotes is a number. */
function asWritten({ tallies, nulls, values, isTooFine }: ColumnProfile): Omit<ColumnProfile, 'add'> {
  return { tallies, nulls, values, isTooFine, givenType: null, isQuotedText: false };
}

import { runParserProcess } from './parser-process.js';
import type { ParserProcessRequest } from './request.js';
import { failureOf } from './run-failure.js';
import { requireReadable } from '../inputs/require-readable.js';

/** Infers a contract from a parser's data, in the form of a declaration. Runs the parser; writes nothing. */
export async function inferOutputs(request: ParserProcessRequest): Promise<Record<string, unknown>> {
  await requireReadable(request.input);
  const suggested = new Map<string | null, Record<string, unknown>>();
  const execution = await runParserProcess(request, async (message) => {
    const [{ contractToJson }, { inferContract }] = [
      await import('../../contract/declare/to-json.js'),
      await import('../../contract/declare/infer-contract.js'),
    ];
    if (message.kind !== 'batch' || message.batch.rowCount === 0 || suggested.has(message.batch.output)) return;
    suggested.set(message.batch.output, contractToJson(inferContract(message.batch)));
  });
  const failure = failureOf(execution, request);
  if (failure !== null) throw failure;
  const unnamed = suggested.get(null);
  return unnamed ?? Object.fromEntries([...suggested].map(([name, columns]) => [name ?? '', columns]));
}

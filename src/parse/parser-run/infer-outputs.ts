import { execute } from './parser-process.js';
import { requireReadable } from '../inputs/expand-inputs.js';
import type { ExecutionRequest } from './request.js';
import { failureOf } from './run-failure.js';

/** The contract that a parser's own data suggests, as it would declare it. Runs the parser; writes nothing. */
export async function inferOutputs(request: ExecutionRequest): Promise<Record<string, unknown>> {
  await requireReadable(request.input);
  const suggested = new Map<string | null, Record<string, unknown>>();
  const execution = await execute(request, async (message) => {
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

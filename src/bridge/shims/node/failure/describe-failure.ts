import type { ParserFailure } from '../../../protocol/message.js';
import type { ShimArguments } from '../arguments.js';
import { kindOf } from './failure-kind.js';
import { placeOf } from './user-place.js';

/** What the host is told about an error: its kind, its words, and the innermost place in the user's own code. */
export async function describeFailure(error: unknown, shim: ShimArguments): Promise<ParserFailure> {
  const thrown = error instanceof Error ? error : new Error(`the parser threw ${String(error)}`);
  const { kind, name } = kindOf(thrown, shim);
  const place = await placeOf(thrown, shim.parserPath);
  return { kind, name, type: thrown.name, message: thrown.message, traceback: thrown.stack ?? null, ...place };
}

import { sendArrow, isArrow } from './send-arrow.js';
import type { EncodedFrame } from './frames.js';
import { nameOf, ReturnInvalid } from './invalid.js';
import { createRowSender, type RowSender } from './row-sender.js';

export type Send = (frame: EncodedFrame) => Promise<void>;

type Target = { readonly output: string | null; readonly single: 'row' | 'invalid' };

/** Sends everything a parser returned or yields, in order, and waits if the host is slower. */
export async function sendParsed(parsed: unknown, parserPath: string, send: Send): Promise<void> {
  const senders = new Map<string | null, RowSender>();
  const rowsOf = (output: string | null): RowSender => {
    const sender = senders.get(output) ?? createRowSender(output, send);
    senders.set(output, sender);
    return sender;
  };

  const give = async (value: unknown, target: Target): Promise<void> => {
    const { output } = target;
    if (isPair(value)) return give(value[1], { ...target, output: value[0] });
    if (value instanceof Uint8Array || isArrow(value)) {
      // Rows that came earlier are sent first.
      await senders.get(output)?.flush();
      return sendArrow(value, { output, parserPath }, send);
    }
    if (Array.isArray(value) && value.every(isRow)) return rowsOf(output).addAll(value);
    if (isIterable(value)) {
      for await (const item of value) await give(await item, { output, single: 'row' });
      return;
    }
    if (target.single === 'row' && isRow(value)) return rowsOf(output).add(value);
    throw new ReturnInvalid(invalidMessage(value, target));
  };

  await give(parsed, { output: null, single: 'invalid' });
  for (const sender of senders.values()) await sender.flush();
}

function isPair(value: unknown): value is [string, unknown] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'object';
}

function isRow(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isIterable(value) && !isArrow(value);
}

function isIterable(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  return typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value);
}

function invalidMessage(value: unknown, { single }: Target): string {
  const verb = single === 'row' ? 'yielded' : 'returned';
  const hint =
    'It may give arrays of objects, Arrow tables or record batches, the bytes of an Arrow stream, or [output, batch] pairs';
  return `parse() ${verb} ${nameOf(value)}. ${hint}.`;
}

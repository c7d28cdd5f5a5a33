import { type RecordBatch, RecordBatchReader, type Schema } from 'apache-arrow';
import type { IncomingBatch } from '../../contract/index.js';
import { MalformedPayload } from '../protocol/protocol-error.js';
import { checkColumn } from './check-column.js';
import { checkMessages } from './check-messages.js';
import { OUTPUT_KEY } from '../protocol/message.js';

/**
 * The record batches of one Arrow IPC stream, as views into the payload. apache-arrow trusts its input, so the stream
 * is checked before decoding (lengths, positions) and each batch after it (offsets, text). A stream that passes cannot
 * make a reader see anything but its own values.
 */
export function* decodeArrow(payload: Buffer): Generator<IncomingBatch> {
  checkMessages(payload);
  const reader = RecordBatchReader.from(new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength));
  reader.open();
  checkNames(reader.schema);
  const output = reader.schema.metadata.get(OUTPUT_KEY) ?? null;
  for (const batch of reader as Iterable<RecordBatch>) {
    yield { output, rowCount: batch.numRows, columns: columnsOf(batch) };
  }
}

function checkNames({ fields }: Schema): void {
  const seen = new Set<string>();
  for (const { name } of fields) {
    if (seen.has(name)) throw new MalformedPayload(`has two columns with the name ${JSON.stringify(name)}`);
    seen.add(name);
  }
}

function columnsOf(batch: RecordBatch): IncomingBatch['columns'] {
  return batch.schema.fields.map(({ name }, index) => {
    const data = batch.data.children[index];
    if (!data) throw new MalformedPayload(`has no data for the column ${JSON.stringify(name)}`);
    checkColumn(data, name);
    return { form: 'arrow', name, data };
  });
}

import { type DataType, Message, type Schema, Type } from 'apache-arrow';
import { MAX_BATCH_ROWS } from '../protocol/bounds.js';
import { MalformedPayload } from '../protocol/protocol-error.js';
import { checkMetadata } from './check-metadata.js';

const CONTINUATION = 0xffffffff;

/**
 * Walks over the messages of an Arrow IPC stream (`[FFFFFFFF][LENGTH:4 LE][METADATA][BODY]`, a length of 0 ends it) and
 * compares each with the bytes that are really there. apache-arrow would read the rest of the frame as a buffer that
 * reaches beyond it, and would pad a column that is shorter than its batch.
 */
export function checkMessages(payload: Buffer): void {
  let position = 0;
  let schema: Schema | null = null;
  while (position < payload.length) {
    const metadata = metadataAt(payload, position);
    const bodyStart = position + 8 + metadata.length;
    if (metadata.length === 0) {
      if (bodyStart === payload.length) break;
      throw new MalformedPayload(`has ${payload.length - bodyStart} bytes after the end of its Arrow stream`);
    }
    checkMetadata(metadata);
    const message: Message = Message.decode(metadata);
    if (message.bodyLength < 0 || bodyStart + message.bodyLength > payload.length) {
      throw new MalformedPayload(`its Arrow message at byte ${position} claims ${message.bodyLength} bytes of data`);
    }
    schema = checkMessage(message, schema, position);
    position = bodyStart + message.bodyLength;
  }
  if (!schema) throw new MalformedPayload('is neither NDJSON nor an Arrow stream');
}

function metadataAt(payload: Buffer, position: number): Buffer {
  if (position + 8 > payload.length || payload.readUInt32LE(position) !== CONTINUATION) {
    throw new MalformedPayload(
      position === 0
        ? 'is neither NDJSON nor an Arrow stream'
        : `has no Arrow message at byte ${position}, where one must begin`,
    );
  }
  const length = payload.readUInt32LE(position + 4);
  const start = position + 8;
  if (start + length > payload.length) {
    throw new MalformedPayload(`its Arrow message at byte ${position} claims ${length} bytes of metadata`);
  }
  return payload.subarray(start, start + length);
}

function checkMessage(message: Message, schema: Schema | null, position: number): Schema {
  if (message.isSchema()) {
    if (schema) throw new MalformedPayload(`has a second Arrow schema at byte ${position}`);
    return message.header();
  }
  if (!schema) throw new MalformedPayload('begins its Arrow stream without a schema');
  if (message.isRecordBatch()) checkBatch(message.header(), message.bodyLength, schema.fields as readonly Column[]);
  else if (message.isDictionaryBatch()) {
    const { id, data } = message.header() as { id: number; data: BatchHeader };
    const type = schema.dictionaries.get(id);
    if (!type) throw new MalformedPayload(`has a dictionary ${id} that its schema does not name`);
    checkBatch(data, message.bodyLength, [{ name: `dictionary ${id}`, type }]);
  } else throw new MalformedPayload(`has an Arrow message of another kind at byte ${position}`);
  return schema;
}

/** What apache-arrow decodes from the head of a batch; it exports no type for it. */
interface BatchHeader {
  readonly length: number;
  readonly nodes: readonly { readonly length: number; readonly nullCount: number }[];
  readonly buffers: readonly { readonly offset: number; readonly length: number }[];
  readonly compression: unknown;
}

interface Column {
  readonly name: string;
  readonly type: DataType;
}

function checkBatch(
  { length, nodes, buffers, compression }: BatchHeader,
  bodyLength: number,
  fields: readonly Column[],
): void {
  if (compression !== null)
    throw new MalformedPayload('has compressed Arrow buffers, which the bridge does not accept');
  if (length < 0 || length > MAX_BATCH_ROWS) {
    throw new MalformedPayload(`has an Arrow batch of ${length} rows; the maximum is ${MAX_BATCH_ROWS}`);
  }
  for (const { offset, length: bytes } of buffers) {
    if (offset < 0 || bytes < 0 || offset + bytes > bodyLength) {
      throw new MalformedPayload(`has an Arrow buffer at ${offset} of ${bytes} bytes in a body of ${bodyLength}`);
    }
  }
  let node = 0;
  for (const { name, type } of fields) {
    const rows = nodes[node]?.length;
    if (rows !== length) {
      throw new MalformedPayload(`its column ${JSON.stringify(name)} has ${rows ?? 'no'} rows in a batch of ${length}`);
    }
    node += nodeCount(type);
  }
}

/** The number of nodes of a column in the depth-first list. The values of a dictionary are listed elsewhere. */
function nodeCount(type: DataType): number {
  if (type.typeId === Type.Dictionary) return 1;
  const children = type.children as readonly Column[] | null;
  return (children ?? []).reduce((count, child) => count + nodeCount(child.type), 1);
}

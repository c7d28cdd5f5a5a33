import { MessageHeader, Type } from 'apache-arrow';
import { MalformedPayload } from '../protocol/protocol-error.js';

/** Deeper than real data, and shallow enough for recursion. */
const MAX_DEPTH = 64;

/**
 * Walks over the FlatBuffers metadata of one Arrow message and compares every list in it with the bytes that are there.
 * apache-arrow does not check bounds: with one changed byte, it would build a list of a billion columns. Reading a
 * DataView beyond its end throws, which covers the rest.
 */
export function checkMetadata(metadata: Uint8Array): void {
  const view = new DataView(metadata.buffer, metadata.byteOffset, metadata.byteLength);
  try {
    checkMessage(new Walk(view));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new MalformedPayload('has Arrow metadata that points beyond its end', { cause: error });
  }
}

// The numbers are the positions of members in the tables of Arrow's Message.fbs and Schema.fbs.

function checkMessage(walk: Walk): void {
  const message = walk.follow(0);
  walk.checkPairs(message, 4);
  const header = walk.child(message, 2);
  const type = walk.member(message, 1);
  if (header === null || type === null) throw new RangeError('a message without a header');
  switch (walk.view.getUint8(type) as MessageHeader) {
    case MessageHeader.Schema:
      walk.tables(header, 1).forEach((field) => checkField(walk, field, 0));
      return walk.checkPairs(header, 2);
    case MessageHeader.DictionaryBatch: {
      const batch = walk.child(header, 1);
      return batch === null ? undefined : checkBatch(walk, batch);
    }
    default:
      return checkBatch(walk, header);
  }
}

function checkField(walk: Walk, field: number, depth: number): void {
  if (depth > MAX_DEPTH) throw new MalformedPayload(`has Arrow types nested more than ${MAX_DEPTH} deep`);
  const kind = walk.member(field, 2);
  const type = walk.child(field, 3);
  if (kind !== null && (walk.view.getUint8(kind) as Type) === Type.Union) {
    throw new MalformedPayload('has a column of the Arrow type Union, which is not sent over the bridge');
  }
  // The zone of a timestamp is the only text of a type; other types have no list in its place.
  if (kind !== null && type !== null && (walk.view.getUint8(kind) as Type) === Type.Timestamp)
    walk.checkList(type, 1, 1);
  walk.checkList(field, 0, 1);
  walk.checkPairs(field, 6);
  walk.tables(field, 5).forEach((child) => checkField(walk, child, depth + 1));
}

/** Nodes and buffers are two 64-bit integers each. */
function checkBatch(walk: Walk, batch: number): void {
  walk.checkList(batch, 1, 16);
  walk.checkList(batch, 2, 16);
  walk.checkList(batch, 4, 8);
}

/** A reader of FlatBuffers tables that counts its visits: shared tables could otherwise be visited endlessly. */
class Walk {
  readonly view: DataView;
  #visitsLeft: number;

  constructor(view: DataView) {
    this.view = view;
    this.#visitsLeft = view.byteLength;
  }

  follow(position: number): number {
    this.#visitsLeft -= 1;
    if (this.#visitsLeft < 0) throw new RangeError('more tables than bytes');
    return position + this.view.getUint32(position, true);
  }

  /** The position of a member of a table; null if the table omits it. */
  member(table: number, index: number): number | null {
    const layout = table - this.view.getInt32(table, true);
    const slot = 4 + 2 * index;
    if (slot >= this.view.getUint16(layout, true)) return null;
    const offset = this.view.getUint16(layout + slot, true);
    return offset === 0 ? null : table + offset;
  }

  child(table: number, index: number): number | null {
    const member = this.member(table, index);
    return member === null ? null : this.follow(member);
  }

  /** The length of a list, or of a text, which is a list of bytes. */
  checkList(table: number, index: number, elementBytes: number): { start: number; length: number } {
    const list = this.child(table, index);
    if (list === null) return { start: 0, length: 0 };
    const length = this.view.getUint32(list, true);
    if (list + 4 + length * elementBytes > this.view.byteLength) throw new RangeError('a list beyond the end');
    return { start: list + 4, length };
  }

  tables(table: number, index: number): number[] {
    const { start, length } = this.checkList(table, index, 4);
    return Array.from({ length }, (_, element) => this.follow(start + 4 * element));
  }

  /** Lists of keys and values in schemas, fields and messages. */
  checkPairs(table: number, index: number): void {
    for (const pair of this.tables(table, index)) {
      this.checkList(pair, 0, 1);
      this.checkList(pair, 1, 1);
    }
  }
}

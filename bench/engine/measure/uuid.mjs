import { randomFillSync } from 'node:crypto';

const random = Buffer.alloc(8192);
let offset = random.length;
let sequence = 0;

/** A UUIDv7: it begins with the time, so rows that arrive together are adjacent in the index. */
export function uuidV7() {
  if (offset === random.length) {
    randomFillSync(random);
    offset = 0;
  }
  const tail = random.toString('hex', offset, offset + 8);
  offset += 8;
  sequence = (sequence + 1) & 0xfff;
  const time = Date.now().toString(16).padStart(12, '0');
  const order = sequence.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-8${tail.slice(0, 3)}-${tail.slice(3, 15)}`;
}

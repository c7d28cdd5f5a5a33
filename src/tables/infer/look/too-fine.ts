import { TimeUnit, Type, type Data, type Time, type Timestamp } from 'apache-arrow';

const NANOSECONDS_PER_MICROSECOND = 1_000n;

/** Whether a column has times with more digits than microseconds, which is what times are kept to. */
export function isTooFine(data: Data): boolean {
  if (data.typeId !== Type.Timestamp && data.typeId !== Type.Time) return false;
  if ((data.type as Time | Timestamp).unit !== TimeUnit.NANOSECOND) return false;
  const values = data.values as unknown as BigInt64Array;
  return values.some((value, row) => value % NANOSECONDS_PER_MICROSECOND !== 0n && data.getValid(row));
}

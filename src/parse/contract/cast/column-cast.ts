import type { ColumnContract } from '../contract.js';
import { castBinary } from './binary.js';
import { castBool } from './bool.js';
import type { Cast } from './cast.js';
import { createDateCast } from './date.js';
import { createDatetimeCast } from './datetime.js';
import { createDecimalCast } from './decimal.js';
import { castFloat } from './float.js';
import { castInt } from './int.js';
import { castJson } from './json.js';
import { castString } from './string.js';
import { createTimeCast } from './time.js';

/** The reference cast of a column: every fast road must give the same answers. */
export function createColumnCast({
  type,
  format,
  localZone,
}: Pick<ColumnContract, 'type' | 'format' | 'localZone'>): Cast {
  switch (type.kind) {
    case 'string':
      return castString;
    case 'int':
      return castInt;
    case 'float':
      return castFloat;
    case 'decimal':
      return createDecimalCast(type.precision, type.scale);
    case 'bool':
      return castBool;
    case 'date':
      return createDateCast(format);
    case 'datetime':
      return createDatetimeCast({ zoned: type.zone !== null, localZone, format });
    case 'time':
      return createTimeCast(format);
    case 'json':
      return castJson;
    case 'binary':
      return castBinary;
  }
}

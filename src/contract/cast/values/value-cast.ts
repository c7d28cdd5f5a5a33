import type { ColumnContract } from '../../columns/contract.js';
import { castBinary, castString } from './string.js';
import { createBoolCast } from './bool.js';
import type { Cast } from './cast.js';
import { createDateCast, createDatetimeCast, createTimeCast } from './datetime.js';
import { createDecimalCast } from './decimal.js';
import { castFloat } from './float.js';
import { castInt } from './int.js';
import { castJson } from './json.js';
import { createStyledCast } from './styled-number.js';

/** The reference cast of a column, one value at a time. Every fast path must return the same values. */
export function createValueCast(column: CastFacts): Cast {
  const cast = createPlainCast(column);
  const { type, numberStyle } = column;
  if (numberStyle === null) return cast;
  return createStyledCast(numberStyle, `invalid_${type.kind}`, cast);
}

type CastFacts = Pick<ColumnContract, 'type' | 'format' | 'localZone' | 'numberStyle'>;

function createPlainCast({ type, format, localZone }: CastFacts): Cast {
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
      return createBoolCast(typeof format === 'string' ? format : null);
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

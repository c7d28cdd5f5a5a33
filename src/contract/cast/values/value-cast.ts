import type { ColumnContract } from '../../columns/contract.js';
import { castBinary } from './binary.js';
import { createBoolCast } from './bool.js';
import type { Cast } from './cast.js';
import { createDateCast } from './date.js';
import { createDatetimeCast } from './datetime.js';
import { createDecimalCast } from './decimal.js';
import { castFloat } from './float.js';
import { castInt } from './int.js';
import { castJson } from './json.js';
import { castString } from './string.js';
import { createStyledCast } from './styled-number.js';
import { createTimeCast } from './time.js';

/** The reference cast of a column: every fast road must give the same answers. */
export function createColumnCast(column: CastFacts): Cast {
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
      return createBoolCast(format);
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

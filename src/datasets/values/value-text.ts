import {
  type DuckDBArrayType,
  type DuckDBListType,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';

/** The text of a value that is not null, for CSV and tables, and as JSON. */
export interface ValueText {
  readonly plain: (value: DuckDBValue) => string;
  readonly json: (value: DuckDBValue) => string;
  /** Whether it is aligned like a number. */
  readonly isNumber: boolean;
}

/** Exact: integers and decimals with all digits, times with full precision, binary as base64. */
export function valueText(type: DuckDBType): ValueText {
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return { plain: String, json: String, isNumber: false };
    case DuckDBTypeId.FLOAT:
      return numbers((value) => floatText(value as number));
    case DuckDBTypeId.DOUBLE:
      return numbers((value) => String(value));
    case DuckDBTypeId.BLOB:
      return texts((value) => Buffer.from((value as { bytes: Uint8Array }).bytes).toString('base64'));
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
      return texts((value) => isoText(String(value), ''));
    case DuckDBTypeId.TIMESTAMP_TZ:
      return texts((value) => isoText(String(new DuckDBTimestampValue((value as { micros: bigint }).micros)), 'Z'));
    case DuckDBTypeId.VARCHAR:
      // DuckDB treats JSON as text; our JSON output embeds it unchanged. Line breaks occur only between its values.
      if (type.alias === 'JSON')
        return { plain: String, json: (value) => String(value).replace(/[\r\n]+/g, ' '), isNumber: false };
      return { plain: String, json: (value) => JSON.stringify(value), isNumber: false };
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
    case DuckDBTypeId.STRUCT:
    case DuckDBTypeId.MAP:
    case DuckDBTypeId.UNION: {
      const json = nestedJson(type);
      return { plain: json, json, isNumber: false };
    }
    default:
      return NUMBER_TYPES.has(type.typeId) ? { plain: String, json: String, isNumber: true } : texts(String);
  }
}

const NUMBER_TYPES: ReadonlySet<DuckDBTypeId> = new Set([
  ...[DuckDBTypeId.TINYINT, DuckDBTypeId.SMALLINT, DuckDBTypeId.INTEGER, DuckDBTypeId.BIGINT, DuckDBTypeId.HUGEINT],
  ...[
    DuckDBTypeId.UTINYINT,
    DuckDBTypeId.USMALLINT,
    DuckDBTypeId.UINTEGER,
    DuckDBTypeId.UBIGINT,
    DuckDBTypeId.UHUGEINT,
  ],
  ...[DuckDBTypeId.DECIMAL, DuckDBTypeId.BIGNUM],
]);

function texts(plain: (value: DuckDBValue) => string): ValueText {
  return { plain, json: (value) => JSON.stringify(plain(value)), isNumber: false };
}

/** JSON cannot represent NaN and the infinities: they are text, as in our JSON lines. */
function numbers(plain: (value: DuckDBValue) => string): ValueText {
  return {
    plain,
    json: (value) => (Number.isFinite(value) ? plain(value) : `"${plain(value)}"`),
    isNumber: true,
  };
}

/** The shortest text that reads back as the same float: 0.1, while its double would be 0.10000000149011612. */
function floatText(value: number): string {
  for (const digits of [6, 7, 8]) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(value);
}

/** Converts `2024-01-02 03:04:05` to ISO 8601; `infinity` is unchanged. */
function isoText(text: string, zone: string): string {
  return /^\d/.test(text) ? `${text.replace(' ', 'T')}${zone}` : text;
}

/** Lists, structs and similar types contain values of other types. */
function nestedJson(type: DuckDBType): (value: DuckDBValue) => string {
  switch (type.typeId) {
    case DuckDBTypeId.STRUCT: {
      const { entryNames, entryTypes } = type;
      const members = entryTypes.map((one, index) => ({ name: entryNames[index] ?? '', json: jsonOrNull(one) }));
      return (value) => {
        const { entries } = value as { entries: Record<string, DuckDBValue> };
        return `{${members.map(({ name, json }) => `${JSON.stringify(name)}:${json(entries[name] ?? null)}`).join(',')}}`;
      };
    }
    case DuckDBTypeId.MAP: {
      const { keyType, valueType } = type;
      const [key, member] = [valueText(keyType).plain, jsonOrNull(valueType)];
      return (value) => {
        const { entries } = value as { entries: readonly { key: DuckDBValue; value: DuckDBValue }[] };
        return `{${entries.map((entry) => `${JSON.stringify(key(entry.key))}:${member(entry.value)}`).join(',')}}`;
      };
    }
    case DuckDBTypeId.UNION: {
      const { memberTags, memberTypes } = type;
      return (value) => {
        const { tag, value: member } = value as { tag: string; value: DuckDBValue };
        return jsonOrNull(memberTypes[memberTags.indexOf(tag)] as DuckDBType)(member);
      };
    }
    default: {
      const item = jsonOrNull((type as DuckDBListType | DuckDBArrayType).valueType);
      return (value) => `[${(value as { items: readonly DuckDBValue[] }).items.map(item).join(',')}]`;
    }
  }
}

function jsonOrNull(type: DuckDBType): (value: DuckDBValue) => string {
  const { json } = valueText(type);
  return (value) => (value === null ? 'null' : json(value));
}

import type { ValueType } from '../attributes/attribute.js';
import { isObject, scalarText } from '../attributes/stored-value.js';
import type { FactJson } from '../rules/values/value.js';

/** One cell to fill in: the path of a value within its attribute, empty for the attribute itself. */
export interface Field {
  readonly path: string;
  readonly type: ValueType;
  readonly isOptional: boolean;
  /** Whether the time of the value belongs into the column beside it. */
  readonly isTimed: boolean;
}

/** Languages for which a list has columns. Others can be added by their code. */
const LANGUAGES = ['en', 'de', 'fr', 'bg', 'el'];
/** How many items of a list within a list have columns. More can be added. */
const INNER_ITEMS = 2;

/** The cells of a value. A list of records has its own sheet, so it has one cell here, for the word "none". */
export function fieldsOf(type: ValueType, path = '', isOptional = false): Field[] {
  if (type.kind === 'record') {
    if (isTimed(type)) return [{ path, type: type.members['value']?.type ?? type, isOptional, isTimed: true }];
    return Object.entries(type.members).flatMap(([name, member]) =>
      fieldsOf(member.type, join(path, name), isOptional || member.optional),
    );
  }
  if (type.kind === 'texts') {
    return LANGUAGES.map((language) => ({
      path: join(path, language),
      type: { kind: 'text' },
      isOptional: language !== 'en',
      isTimed: false,
    }));
  }
  if (type.kind === 'list' && type.of.kind === 'record' && path !== '') {
    const { of } = type;
    return Array.from({ length: INNER_ITEMS }, (_, index) =>
      fieldsOf(of, join(path, String(index + 1)), isOptional || index > 0),
    ).flat();
  }
  return [{ path, type, isOptional, isTimed: false }];
}

/** A value with a required time, and nothing else. */
function isTimed(type: ValueType): boolean {
  if (type.kind !== 'record') return false;
  const names = Object.keys(type.members);
  return names.length === 2 && names.includes('value') && type.members['at']?.optional === false;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** The text of the cell for a value that is already known, as people enter it. */
export function cellText(value: FactJson | undefined, { path, isTimed: withTime }: Field): string {
  const found = path === '' ? value : path.split('.').reduce<FactJson | undefined>(memberOf, value);
  const own = withTime && isObject(found) ? found['value'] : found;
  if (own === undefined || own === null) return '';
  if (Array.isArray(own)) {
    const items = own as readonly FactJson[];
    if (items.length === 0) return 'none';
    return items.some((item) => typeof item === 'object') ? '' : items.map(scalarText).join('; ');
  }
  if (typeof own === 'boolean') return own ? 'yes' : 'no';
  return isObject(own) ? '' : scalarText(own);
}

/** When a value was measured. */
export function timeText(value: FactJson | undefined, { path }: Field): string {
  const found = path === '' ? value : path.split('.').reduce<FactJson | undefined>(memberOf, value);
  return isObject(found) && typeof found['at'] === 'string' ? found['at'] : '';
}

/** Items of lists are numbered from 1. */
function memberOf(value: FactJson | undefined, step: string): FactJson | undefined {
  if (Array.isArray(value)) return (value as readonly FactJson[])[Number(step) - 1];
  return isObject(value) ? value[step] : undefined;
}

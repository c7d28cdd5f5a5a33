import type { Schemas } from '../../../../src/client/index.js';
import { jsonText } from '../../parts/json-tree.js';
import type { Shape } from '../../parts/state.js';

export type Version = Schemas['PassportVersion'];
export type Explanation = Schemas['Explanation'];
export type VersionStatus = Version['status'];

export const VERSION_STATES: Readonly<Record<VersionStatus, { readonly shape: Shape; readonly word: string }>> = {
  COMPILING: { shape: 'running', word: 'Being signed' },
  SIGNED: { shape: 'scheduled', word: 'Signed, not active' },
  ACTIVE: { shape: 'completed', word: 'Active' },
  SUPERSEDED: { shape: 'cancelled', word: 'Superseded' },
  REVOKED: { shape: 'failed', word: 'Revoked' },
};

/** A value of a field for people: a quantity as `450.25 kg`. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isQuantity(value)) return `${trimmed(value.value)} ${unitText(value.unit)}`;
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => `${name.replaceAll('_', ' ')}: ${valueText(member)}`)
      .join('; ');
  return jsonText(value);
}

export function isQuantity(value: unknown): value is { readonly value: string; readonly unit: string } {
  return typeof value === 'object' && value !== null && 'unit' in value && 'value' in value;
}

/** Zeros behind the point say nothing about a quantity: it always has six digits. */
export function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

export function unitText(unit: string): string {
  const plain: Readonly<Record<string, string>> = { pct: '%', kgCO2e: 'kg CO₂e', gCO2e: 'g CO₂e' };
  return plain[unit] ?? unit.replace('CO2e', ' CO₂e').replace('_per_', ' / ');
}

/** The fields of a payload by path. A group has names only; a quantity is a value. */
export function flatFields(fields: unknown, path = ''): [string, unknown][] {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields) || isQuantity(fields))
    return [[path, fields]];
  return Object.entries(fields).flatMap(([name, value]) => flatFields(value, path === '' ? name : `${path}.${name}`));
}

import { isUtf8 } from 'node:buffer';
import { CasparianError } from '../../platform/index.js';
import { sectionsOf } from '../batteries/battery-facts.js';
import { isTimed, readBatteryRows } from '../batteries/read-rows.js';
import { attributeAt } from '../attributes/attributes.js';
import { readJsonText } from '../documents/json-text.js';
import type { FlatValue } from '../documents/kinds/battery-data.js';
import { isPayload } from '../documents/source.js';
import { TEXT_FORMATS } from '../rules/values/text-formats.js';
import type { FactJson } from '../rules/values/value.js';

/** What was measured of a battery at one time. */
export interface Reading {
  /** `SKU/SERIAL`, a serial number or the id of a passport. */
  readonly battery: string;
  readonly observedAt: string;
  /** By the paths of attributes, as facts hold them. */
  readonly values: Readonly<Record<string, FactJson>>;
  /** Where it is in the file, for messages. */
  readonly place: string;
}

/**
 * Reads a file of readings: CSV with the columns `battery`, `observed_at` and one for each attribute, or JSON with a list `readings`. Fails with
 * all reasons, because a part of a file would be hard to complete later.
 */
export function readReadings(content: Uint8Array): Reading[] {
  if (!isUtf8(content)) throw rejected(['The file is not text in UTF-8']);
  const text = new TextDecoder().decode(content);
  const given = /^\s*[[{]/.test(text) ? ofJson(text) : ofCsv(text);
  const problems: string[] = [];
  const readings = given.flatMap((one) => {
    try {
      return [readingOf(one)];
    } catch (error) {
      if (!(error instanceof CasparianError)) throw error;
      problems.push(`${one.place}: ${error.message}`);
      return [];
    }
  });
  if (given.length === 0) problems.push('There are no readings');
  if (problems.length > 0) throw rejected(problems);
  return readings;
}

interface GivenReading {
  readonly battery: string;
  readonly observedAt: string;
  readonly values: readonly FlatValue[];
  readonly place: string;
}

function ofCsv(text: string): GivenReading[] {
  const { rows, problems } = readBatteryRows(text, {
    ...{ battery: 'battery', time: 'observed_at', levels: ['Condition'] },
    whyNotOthers: 'does not change during use: a new version of its document changes it',
  });
  if (problems.length > 0) throw rejected(problems.map(({ line, message }) => `line ${line}: ${message}`));
  return rows.map(({ battery, line, values, time }) => ({ battery, observedAt: time, values, place: `line ${line}` }));
}

function ofJson(text: string): GivenReading[] {
  const { value, problems } = readJsonText(text);
  if (problems.length > 0) throw rejected(problems.map(({ message }) => message));
  const list = Array.isArray(value) ? (value as FactJson[]) : isPayload(value) ? value['readings'] : undefined;
  if (!Array.isArray(list)) throw rejected(['The file must have a list "readings"']);
  return (list as FactJson[]).map((one, index) => {
    const place = `reading ${index + 1}`;
    const { battery, observed_at: at, values } = isPayload(one) ? one : {};
    if (typeof battery !== 'string' || battery === '') throw rejected([`${place}: battery is missing`]);
    if (!isPayload(values)) throw rejected([`${place}: values must be an object of paths and values`]);
    const observedAt = typeof at === 'string' ? at : '';
    const flat = Object.entries(values).map(([path, given]) => {
      const isBare = isTimed(path) && !isPayload(given);
      return { path, value: given, at: isBare ? observedAt : null, spot: { offset: 0 } };
    });
    return { battery, observedAt, values: flat, place };
  });
}

function readingOf({ battery, observedAt, values, place }: GivenReading): Reading {
  if (TEXT_FORMATS['time']?.(observedAt) !== true)
    throw invalid(`observed_at must be a time such as 2027-05-01T08:00:00Z, not '${observedAt}'`);
  for (const { path } of values) {
    const attribute = attributeAt(path.split('.').slice(0, 2).join('.'));
    if (attribute === undefined) throw invalid(`${path} is not the path of an attribute`);
    if (attribute.level !== 'Condition') throw invalid(`${path} does not change during use`);
  }
  const stated = [...sectionsOf(values).values()].flatMap(({ factKey, payload }) =>
    Object.entries(payload).map(([member, value]) => [`${factKey}.${member}`, value] as const),
  );
  if (stated.length === 0) throw invalid('the reading has no values');
  return { battery, observedAt: utc(observedAt), values: Object.fromEntries(stated), place };
}

/** The same time has one text, so that the same reading is recognized. */
function utc(time: string): string {
  return new Date(time).toISOString();
}

function invalid(message: string): CasparianError {
  return new CasparianError('DOCUMENT_REJECTED', message);
}

const MAX_REASONS = 20;

export function rejected(problems: readonly string[]): CasparianError {
  const shown = problems.slice(0, MAX_REASONS);
  const more = problems.length > shown.length ? [`… and ${problems.length - shown.length} more`] : [];
  return new CasparianError('DOCUMENT_REJECTED', 'The readings cannot be recorded', {
    why: [...shown, ...more].join('\n        '),
    next: ['Correct the file. It is accepted or rejected as a whole; readings that were recorded before are skipped.'],
  });
}

import type { Selectable } from 'kysely';
import { CasparianError } from '../../platform/index.js';
import type { IntakesTable } from '../schema/tables.js';

/** An item to value. */
export interface Intake extends IntakeFields {
  readonly id: string;
  readonly pointsVersion: number;
  readonly valuedVersion: number;
  readonly createdAt: number;
}

export interface IntakeFields {
  /** Identifies the item outside. Two intakes of a tenant cannot have the same. */
  readonly ref: string | null;
  readonly title: string;
  readonly year: number | null;
  readonly mintMark: string | null;
  readonly denomination: string | null;
  readonly series: string | null;
  readonly attributes: Readonly<Record<string, string>>;
  /** A sale of this age counts half. 90 without it; 365 suits items that are rarely sold. */
  readonly halfLifeDays?: number | null | undefined;
}

const MAX_TEXT_CHARS = 1_000;
const MAX_ATTRIBUTES = 100;
const ATTRIBUTE_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,99}$/;

export function checkIntake(fields: IntakeFields): IntakeFields {
  const { title, year, attributes } = fields;
  if (title.trim() === '') throw invalid('An intake needs a title', 'Sources are searched for it.');
  if (year !== null && !(Number.isInteger(year) && year >= -10_000 && year <= 10_000)) {
    throw invalid(`The year cannot be '${year}'`, 'It must be a whole number.');
  }
  const { halfLifeDays = null } = fields;
  if (halfLifeDays !== null && !(Number.isInteger(halfLifeDays) && halfLifeDays >= 1 && halfLifeDays <= 36_500)) {
    throw invalid(`The half-life cannot be '${halfLifeDays}'`, 'It is a whole number of days from 1 to 36500.');
  }
  const names = Object.keys(attributes);
  const bad = names.find((name) => !ATTRIBUTE_NAME.test(name));
  if (bad !== undefined) throw invalid(`'${bad}' cannot be an attribute`, 'A name has letters, digits and . _ - only.');
  if (names.length > MAX_ATTRIBUTES)
    throw invalid('The intake has too many attributes', `${MAX_ATTRIBUTES} are allowed.`);
  const texts = [fields.ref, title, fields.mintMark, fields.denomination, fields.series, ...Object.values(attributes)];
  if (texts.some((text) => text !== null && (text.length > MAX_TEXT_CHARS || text.includes('\0')))) {
    throw invalid(
      'A field of the intake cannot be used',
      `It has more than ${MAX_TEXT_CHARS} characters, or a null character.`,
    );
  }
  return fields;
}

/** What a source is asked for: the fields of a URL template and of the query of an adapter. */
export function queryOf(intake: IntakeFields): Record<string, string | null> {
  return {
    ...intake.attributes,
    ref: intake.ref,
    title: intake.title,
    year: intake.year === null ? null : String(intake.year),
    mint_mark: intake.mintMark,
    denomination: intake.denomination,
    series: intake.series,
  };
}

export function intakeOf(row: Selectable<IntakesTable>): Intake {
  return {
    ...{ id: row.id, ref: row.ref, title: row.title, year: row.year, mintMark: row.mint_mark, series: row.series },
    ...{ denomination: row.denomination, attributes: JSON.parse(row.attributes) as Record<string, string> },
    ...{ pointsVersion: row.points_version, valuedVersion: row.valued_version, createdAt: row.created_at },
    halfLifeDays: row.half_life_days,
  };
}

function invalid(message: string, why: string): CasparianError {
  return new CasparianError('INTAKE_INVALID', message, { why });
}

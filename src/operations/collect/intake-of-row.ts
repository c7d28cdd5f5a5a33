import type { IntakeFields, Row } from '../../collect/index.js';

const OWN = new Set(['ref', 'title', 'year', 'mint_mark', 'denomination', 'series', 'half_life_days']);

/** An item of a table. Columns without a meaning are attributes. */
export function intakeOfRow(row: Row): IntakeFields {
  const named = new Map(
    Object.entries(row).map(([name, value]) => [
      name
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
      value,
    ]),
  );
  const text = (name: string): string | null => textOf(named.get(name));
  const [year, halfLife] = [text('year'), text('half_life_days')];
  return {
    ref: text('ref'),
    title: text('title') ?? '',
    year: year === null ? null : Number(year),
    mintMark: text('mint_mark'),
    denomination: text('denomination'),
    series: text('series'),
    halfLifeDays: halfLife === null ? null : Number(halfLife),
    attributes: Object.fromEntries(
      [...named].flatMap(([name, value]) => {
        const attribute = textOf(value);
        return OWN.has(name) || attribute === null ? [] : [[name, attribute]];
      }),
    ),
  };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.trim() === '' ? null : text;
}

import { encodingCases } from './encodings.js';
import { type Pollution, POLLUTIONS } from './pollutions.js';
import { createRandom, type Random } from './random.js';
import { realCases } from './real.js';
import { finish, type Line, PLAIN, type Shape, type ShapeCase, type Style, writeRecord } from './shape.js';
import { type BaseTable, TABLES } from './tables.js';

/** All files: every pollution on every table, every pair of pollutions on two tables, files of known programs, encodings. */
export function makeCases(): ShapeCase[] {
  return [...singles(), ...pairs(), ...realCases(), ...encodingCases()];
}

function singles(): ShapeCase[] {
  return POLLUTIONS.flatMap((pollution, at) =>
    TABLES.filter((table) => fits(table, [pollution])).map((table, which) =>
      polluted(table, [pollution], 1_000 * at + which, pollution.name),
    ),
  );
}

const TABLES_A_PAIR = 1;

function pairs(): ShapeCase[] {
  const cases: ShapeCase[] = [];
  POLLUTIONS.slice(1).forEach((one, first) => {
    POLLUTIONS.slice(first + 2).forEach((other, second) => {
      if (!goTogether(one, other)) return;
      const tables = TABLES.filter((table) => fits(table, [one, other]));
      for (let which = 0; which < TABLES_A_PAIR; which += 1) {
        const seed = 1_000_000 + first * 1_000 + second * 10 + which;
        const table = tables[(first * 7 + second * 3 + which) % tables.length];
        if (table !== undefined) cases.push(polluted(table, [one, other], seed, 'two at once'));
      }
    });
  });
  return cases;
}

/** In a file with very few rows, other pollutions cannot be recognised. */
function goTogether(one: Pollution, other: Pollution): boolean {
  if (one.group !== undefined && one.group === other.group) return false;
  return one.group === 'rows' ? other.style !== undefined : other.group !== 'rows' || one.style !== undefined;
}

function fits(table: BaseTable, pollutions: readonly Pollution[]): boolean {
  return pollutions.every(({ fewestColumns = 1 }) => table.columns.length >= fewestColumns);
}

function polluted(table: BaseTable, pollutions: readonly Pollution[], seed: number, kind: string): ShapeCase {
  const random = createRandom(seed);
  const style: Style = pollutions.reduce((all, { style: changed }) => ({ ...all, ...changed }), PLAIN);
  const shape = pollutions.reduce((made, { apply }) => apply?.(made, random) ?? made, clean(table, style, random));
  return finish([table.name, ...pollutions.map(({ name }) => name)].join(' + '), kind, shape);
}

function clean(table: BaseTable, style: Style, random: Random): Shape {
  const rows = Array.from({ length: random.between(6, 30) }, (_, at) => table.row(random, at));
  return {
    style,
    columns: table.columns,
    lines: [
      { kind: 'header', text: writeRecord(table.columns, style), cells: table.columns },
      ...rows.map((cells, at): Line => ({ kind: 'row', text: writeRecord(cells, style, at), cells })),
    ],
  };
}

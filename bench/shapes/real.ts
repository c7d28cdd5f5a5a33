import { DATABASES } from './programs/databases.js';
import { DRAWN } from './programs/drawn.js';
import { LOGGERS } from './programs/loggers.js';
import { OFFICES } from './programs/offices.js';
import { STATISTICS } from './programs/statistics.js';
import { createRandom } from './random.js';
import { finish, PLAIN, type ShapeCase } from './shape.js';

const PROGRAMS = [...OFFICES, ...DRAWN, ...LOGGERS, ...STATISTICS, ...DATABASES];
const FILES_A_PROGRAM = 8;

export function realCases(): ShapeCase[] {
  return PROGRAMS.flatMap((program, which) =>
    Array.from({ length: FILES_A_PROGRAM }, (_, file) => {
      const style = { ...PLAIN, ...program.style };
      const lines = program.lines(createRandom(9_000_000 + which * 100 + file), style);
      return finish(`${program.name}, ${file}`, `as written by ${program.name}`, {
        style,
        columns: program.columns,
        lines,
      });
    }),
  );
}

import type { DocumentProblem } from '../documents/problem.js';
import { type BatteryRow, readBatteryRows } from './read-rows.js';

/** Reads the batteries of a model: `serial`, and a column for each attribute in which they differ. */
export function readBatteries(text: string): {
  readonly batteries: readonly BatteryRow[];
  readonly problems: readonly DocumentProblem[];
} {
  const { rows, problems } = readBatteryRows(text, {
    ...{ battery: 'serial', time: 'at', levels: ['Unit', 'Condition'] },
    whyNotOthers: 'is the same for all batteries of a model: state it in the data of the model',
  });
  return { batteries: rows, problems: [...problems, ...serialProblems(rows)] };
}

const MAX_SERIAL = 100;

function serialProblems(rows: readonly BatteryRow[]): DocumentProblem[] {
  const lines = new Map<string, number>();
  return rows.flatMap(({ battery: serial, line }) => {
    const before = lines.get(serial);
    lines.set(serial, line);
    if (before !== undefined)
      return [{ message: `the serial number ${serial} is also in line ${before}`, line, column: 1 }];
    const isUsable = serial.length <= MAX_SERIAL && !/[/\p{Control}]/u.test(serial);
    const message = `the serial number must have at most ${MAX_SERIAL} characters and no slash`;
    return isUsable ? [] : [{ message, line, column: 1 }];
  });
}

import { describeMutant } from './measure-area.js';
import type { AreaResult } from './measure-area.js';

/** Below this share of noticed mutants, in percent, an area fails. */
export const LOWEST_SCORE = 85;

/** The share of noticed mutants in percent. An area without mutants has nothing to notice. */
export function scoreOf({ noticed, survivors }: AreaResult): number {
  const total = noticed + survivors.length;
  return total === 0 ? 100 : (100 * noticed) / total;
}

export function textReport(results: readonly AreaResult[]): string {
  const width = Math.max(4, ...results.map(({ area }) => area.length));
  const row = (name: string, ...cells: (string | number)[]) =>
    [name.padEnd(width), ...cells.map((cell) => String(cell).padStart(10))].join(' ');
  const rows = results.map((result) => {
    const { area, noticed, equivalent, survivors } = result;
    const score = scoreOf(result);
    const mark = score < LOWEST_SCORE ? `  below ${LOWEST_SCORE} %` : '';
    return row(area, noticed, survivors.length, equivalent, `${score.toFixed(0)} %`) + mark;
  });
  const survivors = results.flatMap((result) => result.survivors.map(describeMutant));
  const list = survivors.length === 0 ? [] : ['', 'Survived:', ...survivors];
  return [row('Area', 'noticed', 'survived', 'equivalent', 'score'), ...rows, ...list].join('\n');
}

export function jsonReport(results: readonly AreaResult[]): string {
  const areas = results.map(({ survivors, ...result }) => ({
    ...result,
    survived: survivors.length,
    score: scoreOf({ ...result, survivors }),
    survivors: survivors.map(({ file, line, kind, original, mutated }) => ({ file, line, kind, original, mutated })),
  }));
  return JSON.stringify({ lowestScore: LOWEST_SCORE, areas }, null, 2);
}

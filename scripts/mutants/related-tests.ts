import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Finds the tests that import a file, directly or through others. The nearest notice a mutant soonest. */
export function relatedTests(tests: readonly string[]): (file: string) => RelatedTest[] {
  const distances = tests.map((test) => ({ test, distanceTo: distancesFrom(test) }));
  return (file) =>
    distances
      .map(({ test, distanceTo }) => ({ test, distance: distanceTo.get(file) ?? Infinity }))
      .filter(({ distance }) => distance < Infinity);
}

export interface RelatedTest {
  readonly test: string;
  /** How many imports lead from the test to the file. */
  readonly distance: number;
}

function distancesFrom(test: string): Map<string, number> {
  const distances = new Map([[test, 0]]);
  // A map hands out what is added while it is walked, in order of arrival: a breadth-first walk.
  for (const [file, distance] of distances) {
    for (const imported of importsOf(file)) if (!distances.has(imported)) distances.set(imported, distance + 1);
  }
  return distances;
}

const importsByFile = new Map<string, string[]>();
const TYPE_IMPORTS = /^(?:im|ex)port type [^;]*;/gm;

function importsOf(file: string): string[] {
  let imports = importsByFile.get(file);
  if (imports === undefined) {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8').replace(TYPE_IMPORTS, ''));
    imports = importedFiles.flatMap(({ fileName }) => resolved(file, fileName));
    importsByFile.set(file, imports);
  }
  return imports;
}

function resolved(from: string, specifier: string): string[] {
  if (!specifier.startsWith('.')) return [];
  const target = path.join(path.dirname(from), specifier).replace(/\.js$/, '.ts');
  return target.endsWith('.ts') && existsSync(target) ? [target] : [];
}

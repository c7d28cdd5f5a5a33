import { declareJob, type Engine, type JobDeclaration, type JobDefinition, listWorkers } from '../../engine/index.js';
import { CasparianError, nearest, type Hint } from '../../platform/index.js';
import type { JobCatalog } from './catalog.js';

/**
 * The declaration to enqueue by when all that is known is the type's name. A type that only workers know has no schema
 * here, so its payload is checked when it runs.
 */
export async function jobNamed(
  type: string,
  known: { catalog: JobCatalog; engine: Engine; allowUnknown?: boolean | undefined },
): Promise<JobDeclaration> {
  const definition = known.catalog.get(type);
  if (definition) return definition;
  if (known.allowUnknown) return declareJob({ type });
  const announced = (await listWorkers(known.engine.database)).flatMap((worker) => worker.types);
  if (announced.includes(type)) return declareJob({ type });
  const next = ['Or, when its worker will come later: --allow-unknown-type'];
  throw unknownJobType(type, [...known.catalog.keys(), ...announced], next);
}

/** The definitions of these types, or of all when no type is named. */
export function jobsOfTypes(catalog: JobCatalog, types: readonly string[] | undefined): JobDefinition[] {
  if (!types) return [...catalog.values()];
  return types.map((type) => {
    const definition = catalog.get(type);
    if (!definition) throw unknownJobType(type, [...catalog.keys()], []);
    return definition;
  });
}

function unknownJobType(type: string, known: readonly string[], next: readonly Hint[]): CasparianError {
  const guess = nearest(type, known);
  return new CasparianError('UNKNOWN_JOB_TYPE', `No job of type '${type}' is known here`, {
    why: `Known are ${[...new Set(known)].sort().join(', ')}.`,
    next: [...(guess ? [`Did you mean ${guess}?`] : []), 'Name the module that defines it: --jobs FILE', ...next],
  });
}

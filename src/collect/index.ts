export { ACTIVITY_SPANS, type ActivityReport, type ActivitySpan, sourceActivity } from './activity/find-activity.js';
export { type Observation, type Outcome, OUTCOMES } from './activity/observation.js';
export { breakerStates } from './govern/breaker-states.js';
export { robotsOfSource, type SourceRobots } from './govern/robots-of-source.js';
export { tokensLeft } from './govern/governed-call.js';
export { onSourceReport, type SourceReport } from './govern/source-reports.js';
export type { Intake, IntakeFields } from './intakes/intake.js';
export { CONFIDENCES, listValuedIntakes, type ValuedIntake, valuedIntakeJson } from './intakes/valued-intakes.js';
export { requestValuation } from './jobs/request-valuation.js';
export { collectionsOf, type IntakeCollection } from './intakes/collections.js';
export { addIntake, findIntake, importIntakes, listIntakes } from './intakes/intakes.js';
export { collectJobs } from './jobs/collect-jobs.js';
export { COLLECT_JOB, COLLECT_JOBS, PLAN_JOB, VALUE_JOB } from './jobs/job-types.js';
export { currentValuation } from './jobs/current-valuation.js';
export { planCollections, type PlanRequest } from './jobs/plan-collections.js';
export { type CollectRuntime, openCollectRuntime, type Row, type RowReaders } from './jobs/runtime.js';
export { findRates, storeRates } from './points/currency-rates.js';
export { findPoints, type PointFilter, type StoredPoint } from './points/find-points.js';
export { pruneResponses, type PruneCounts } from './points/prune-responses.js';
export { findBrokenRows } from './points/quarantine.js';
export { findValuation, valuationHistory } from './points/valuations.js';
export { minorDigits } from './price/currencies.js';
export { PRICE_TYPES, type PriceType } from './price/price-types.js';
export { collectChecks } from './schema/collect-checks.js';
export { type CollectCounts, countCollect } from './schema/count-collect.js';
export { COLLECT_MIGRATIONS, COLLECT_TABLES } from './schema/migrations.js';
export type { CollectSchema } from './schema/tables.js';
export { isolateSource, pauseSource, probeSource, resumeSource } from './sources/change-source.js';
export type { SourceFields } from './sources/source.js';
export { findSource, listSources, type SourceWithHealth } from './sources/find-sources.js';
export { sourceHistory } from './sources/source-history.js';
export { type SourceHealthRow, sourcesHealth } from './govern/sources-health.js';
export { addSource, editSource, type NewSource } from './sources/save-source.js';
export {
  pausedUntil,
  type Source,
  SOURCE_KINDS,
  type SourceHealth,
  type SourceKind,
  type SourceOptions,
} from './sources/source.js';
export type { ExchangeRate } from './valuation/exchange-rates.js';
export {
  type Valuation,
  VALUATION_DEFAULTS,
  type ValuationInput,
  type ValuationPoint,
  type ValuedPoint,
} from './valuation/valuation.js';
export { valueIntake } from './valuation/value-intake.js';

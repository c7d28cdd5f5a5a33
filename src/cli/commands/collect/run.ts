import { constants } from 'node:os';
import { collectRunner, openConfiguredEngine } from '../../../app/index.js';
import { findIntake, findSource } from '../../../collect/index.js';
import { tenantDatabase } from '../../../database/index.js';
import { collectNow, roundJson } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { ReportedFailure } from '../../output/failure.js';
import { createProgressLine } from '../../output/progress-line.js';
import { rows } from '../../output/row-counts.js';
import { tenantOf } from '../../session.js';
import { settingsOf } from '../../settings.js';
import { stopOnSignals } from '../../stop-on-signals.js';

export interface RunOptions extends TenantOptions {
  intake?: string;
  source?: string;
  due?: boolean;
  wait?: number;
  jobs?: number;
}

const USUAL_WAIT_MS = 60_000;
const USUAL_JOBS = 8;

export async function run(invocation: Invocation<RunOptions>): Promise<void> {
  const { output } = invocation;
  // `--jobs` is the number of collections at a time here, not the setting of the same name.
  const {
    jobs: parallel = USUAL_JOBS,
    intake,
    source,
    due = false,
    wait = USUAL_WAIT_MS,
    ...options
  } = invocation.options;
  const settings = await settingsOf({ ...invocation, options });
  const tenant = tenantOf(invocation.options);
  const stop = stopOnSignals();
  const warn = (fields: object, message: string): void =>
    output.message(`Warning: ${message}${'error' in fields ? ` (${String(fields.error)})` : ''}`);
  const nothing = (): void => undefined;
  const logger = { debug: nothing, info: nothing, warn, error: warn };
  const engine = await openConfiguredEngine(settings, logger);
  const progress = createProgressLine(output);
  try {
    const database = tenantDatabase(engine.database, tenant, settings.actor);
    const counts = await collectNow(engine, {
      ...collectRunner(engine, settings),
      ...{ tenant, actor: settings.actor, onlyDue: due, maxWaitMs: wait, parallel, logger, signal: stop.signal },
      intakeId: intake === undefined ? undefined : (await findIntake(database, intake)).id,
      sourceId: source === undefined ? undefined : (await findSource(database, source)).source.id,
      onProgress: ({ done, total }) => progress.show(`${done} of ${total} collections`),
    });
    progress.clear();
    if (output.asJson) output.json(roundJson(counts));
    else {
      const { jobs, completed, snoozed, failed, pricePointsNew, pricePointsUpdated, duplicates, quarantined } = counts;
      output.message(
        `${completed} of ${jobs} collections completed, ${snoozed} wait for their source, ${failed} failed.`,
      );
      output.message(`${pricePointsNew} new prices, ${pricePointsUpdated} updated, ${duplicates} known.`);
      if (quarantined > 0) output.message(`${rows(quarantined)} broke the contract of the source.`);
    }
    if (stop.signal.aborted) throw new ReportedFailure(128 + constants.signals[stop.signal.reason as NodeJS.Signals]);
    if (counts.failed > 0) throw new ReportedFailure(1);
  } finally {
    progress.clear();
    stop.dispose();
    await engine.close();
  }
}

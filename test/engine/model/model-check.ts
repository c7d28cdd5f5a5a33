import fc from 'fast-check';
import { describe, test } from 'vitest';
import { type StoreName, useStage } from '../staging/stage.js';
import { commands } from './commands.js';
import { Model } from './model.js';

/** `CASPARIAN_MODEL_RUNS=5000 CASPARIAN_MODEL_SEED=$RANDOM npx vitest run test/engine/model` looks for longer. */
const RUNS = Number(process.env['CASPARIAN_MODEL_RUNS'] ?? 40);
const SEEDS = process.env['CASPARIAN_MODEL_SEED'] ? [Number(process.env['CASPARIAN_MODEL_SEED'])] : [1];
const MAX_COMMANDS = 60;

export function describeModelCheck(storeName: StoreName): void {
  describe(`random commands on ${storeName}`, () => {
    const stage = useStage(storeName);

    test.each(SEEDS)(
      'leave the database as the model has it, after each of them (seed %i)',
      { timeout: 3_600_000 },
      async (seed) => {
        const sequences = fc.commands(commands(), { maxCommands: MAX_COMMANDS, size: 'max' });
        await fc.assert(
          fc.asyncProperty(sequences, async (sequence) => {
            await stage.engine.database.script('DELETE FROM cf_jobs; DELETE FROM cf_queues');
            await fc.asyncModelRun(() => ({ model: new Model(), real: stage.engine }), sequence);
          }),
          { seed, numRuns: RUNS },
        );
      },
    );
  });
}

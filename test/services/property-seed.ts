import fc from 'fast-check';

/**
 * Uses the same cases in every run, so that a failure is caused by a change and not by the seed. `npm run test:properties`
 * uses other seeds, and prints those that fail.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_260_101) });

import fc from 'fast-check';

/**
 * The same cases in every run, so that a change fails for what it did and not for what was drawn.
 * `npm run test:properties` draws others, and names the seed of those that fail.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_260_101) });

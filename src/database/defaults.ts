// Constants only, so that code that reads settings does not load the drivers.

/** A worker needs about three connections at once: it claims, ends and enqueues jobs. */
export const DEFAULT_CONNECTIONS = 4;

// Constants only, so that code that reads settings does not load the engine.

export const WORKER_DEFAULTS = {
  concurrency: 10,
  leaseMs: 60_000,
  renewEveryMs: 30_000,
  pollEveryMs: 1_000,
  abortGraceMs: 5_000,
  stopGraceMs: 25_000,
} as const;

export const DEFAULT_MAX_PAYLOAD_BYTES = 1_048_576;

export const RABBITMQ_DEFAULTS = { exchange: 'bpc', routingKey: 'jobs.trigger' } as const;

import { Counter, Histogram, type Registry } from 'prom-client';
import type { WorkerObserver } from '../../engine/index.js';
import { attemptOutcome } from '../../operations/index.js';

const COMPILE = 'COMPILE_PASSPORT';
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
/** Up to the limits of the specification. */
const BYTE_BUCKETS = [1_024, 4_096, 16_384, 32_768, 65_536, 131_072, 262_144];

/** How compilations of passports end, and how large the results are. The names are those of the specification. */
export function passportMetrics(registry: Registry): WorkerObserver {
  const registers = [registry];
  const compiles = new Counter({
    name: 'bpc_compiles_total',
    help: 'Compilations of passports: success, or failure for an attempt that failed',
    labelNames: ['result'],
    registers,
  });
  const duration = new Histogram({
    name: 'bpc_compile_duration_seconds',
    help: 'Duration of attempts to compile a passport',
    labelNames: ['result'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const sizes = (['payload', 'proof', 'receipt'] as const).map((artefact) => ({
    member: `${artefact}_bytes`,
    histogram: new Histogram({
      name: `bpc_${artefact}_bytes`,
      help: `Size of the ${artefact} of compiled passports`,
      buckets: BYTE_BUCKETS,
      registers,
    }),
  }));
  return {
    ended: (job, ending, facts) => {
      const outcome = attemptOutcome(ending, facts);
      if (job.type !== COMPILE || (outcome !== 'finished' && outcome !== 'retry') || ending.status === 'cancelled')
        return;
      const result = ending.status === 'completed' ? 'success' : 'failure';
      compiles.inc({ result });
      if (facts.started) duration.observe({ result }, facts.durationMs / 1_000);
      if (result === 'failure' || ending.result === null) return;
      const stored = JSON.parse(ending.result) as Readonly<Record<string, number>>;
      for (const { member, histogram } of sizes) histogram.observe(stored[member] ?? 0);
    },
  };
}

// Values 1,000,000 price points of 10,000 intakes: `node bench/collect/valuations.mjs`, after a build. CPU time of one core, so that
// other programs on the machine disturb it little. Prints one line of JSON; exits with 1 if the goal is missed.
import { pathToFileURL } from 'node:url';
import { VALUATION_DEFAULTS, valueIntake } from '../../dist/collect/index.js';

const INTAKES = 10_000;
const POINTS_PER_INTAKE = 100;
const GOAL_SECONDS = 60;
const AS_OF = '2026-06-30';
const MS_PER_DAY = 86_400_000;

/** The same points in every run: prices with multiplicative noise, four sources, some asks, two currencies with daily rates. */
export function measureValuations(intakes = INTAKES) {
  const random = createRandom(7);
  const rates = Array.from({ length: 400 }, (_, age) => ({
    base: 'USD',
    quote: 'EUR',
    day: dayBefore(age),
    rate: '0.9125',
  }));
  let [seconds, valued] = [0, 0];
  for (let intake = 0; intake < intakes; intake += 1) {
    const points = pointsOf(random);
    const before = process.cpuUsage();
    const { n } = valueIntake({
      intakeId: `intake-${intake}`,
      asOf: AS_OF,
      points,
      rates,
      options: VALUATION_DEFAULTS,
    });
    const { user, system } = process.cpuUsage(before);
    seconds += (user + system) / 1e6;
    valued += n;
  }
  return {
    intakes,
    points: intakes * POINTS_PER_INTAKE,
    used: valued,
    cpu_seconds: Number(seconds.toFixed(2)),
    goal_seconds: GOAL_SECONDS,
  };
}

function pointsOf(random) {
  const level = 1_000 + random() * 100_000;
  return Array.from({ length: POINTS_PER_INTAKE }, (_, index) => ({
    sourceId: `source-${index % 4}`,
    dedupeKey: `ext_${index}-${Math.floor(random() * 1e9)}`,
    priceCents: Math.max(1, Math.round(level * Math.exp((random() + random() - 1) * 0.5))),
    currency: index % 5 === 0 ? 'USD' : 'EUR',
    priceType: index % 7 === 0 ? 'ask' : 'sold',
    observedOn: dayBefore(Math.floor(random() * 390)),
    matchPerMille: 500 + Math.floor(random() * 501),
    trustPerMille: index % 4 === 3 ? 800 : 1000,
    stale: index % 50 === 0,
    lotSize: null,
    bestOffer: false,
    unsold: false,
    seller: null,
  }));
}

function dayBefore(age) {
  return new Date(Date.parse(AS_OF) - age * MS_PER_DAY).toISOString().slice(0, 10);
}

/** A linear congruential generator (MINSTD). */
function createRandom(seed) {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const measured = measureValuations();
  console.log(JSON.stringify(measured));
  process.exitCode = measured.cpu_seconds <= GOAL_SECONDS ? 0 : 1;
}

/** The header and the rows of the input: the same for the same number, on every machine. */
export const HEADER = 'id,date,customer,amount,note\n';

const BAD_DATES = ['2023-02-30', 'not a date', '2023-13-01', '31/12/2023'];
const BAD_AMOUNTS = ['unknown', '12.5.0', 'free', '1O.00'];

// Two primes and two remainders: bad rows are spread over the whole file, and about one row in 490 is bad.
const BAD_DATE_EVERY = 977;
const BAD_AMOUNT_EVERY = 983;

const CUSTOMERS = 20_000;
const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.UTC(2015, 0, 1);
const DATES = Array.from({ length: 4_000 }, (_, day) =>
  new Date(FIRST_DAY_MS + day * DAY_MS).toISOString().slice(0, 10),
);

/** Returns a function that returns the next row as text, from row 1. About 60 bytes each. */
export function createRowWriter({ isClean = false } = {}) {
  const random = createRandom(20_240_131);
  let id = 0;
  return () => {
    id++;
    const date = !isClean && hasBadDate(id) ? BAD_DATES[id % BAD_DATES.length] : DATES[random() % DATES.length];
    const customer = String(random() % CUSTOMERS).padStart(6, '0');
    const amount =
      !isClean && hasBadAmount(id) ? BAD_AMOUNTS[id % BAD_AMOUNTS.length] : amountText(random() % 10_000_000);
    const note = (random() >>> 0).toString(36);
    return `${id},${date},customer-${customer},${amount},order no ${note}\n`;
  };
}

/** How many of the first rows a contract must quarantine. */
export function countBadRows(rows) {
  let bad = 0;
  for (let id = 1; id <= rows; id++) if (hasBadDate(id) || hasBadAmount(id)) bad++;
  return bad;
}

function hasBadDate(id) {
  return id % BAD_DATE_EVERY === 0;
}

function hasBadAmount(id) {
  return id % BAD_AMOUNT_EVERY === 0;
}

function amountText(cents) {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** xorshift32: the numbers must be cheap and the same everywhere; their quality does not matter. */
function createRandom(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

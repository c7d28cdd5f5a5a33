/** What is known about the endpoint of a request: nothing yet, that it is slow, or that it responds in time. */
export type Pace = 'new' | 'slow' | 'known';

/** A request in flight. */
export interface Flight {
  pace: Pace;
  readonly startedAt: number;
  /** Called if it takes so long that its endpoint counts as slow. */
  readonly onSlow: () => void;
}

export interface SlotBudget {
  hasRoom(pace: Pace): boolean;
  start(pace: Pace, onSlow: () => void): Flight;
  end(flight: Flight): void;
}

/** An endpoint that takes longer is slow. */
export const SLOW_MS = 2_000;

/**
 * Divides the slots of a worker, so that endpoints that hang never hold all of them: new endpoints start requests in at most half, slow ones
 * in at most half, and both together in at most three quarters. A request in flight becomes a slow one after two seconds, so a new
 * endpoint that hangs makes room for the next new one long before it times out.
 */
export function createSlotBudget(concurrency: number, now: () => number): SlotBudget {
  const half = Math.max(1, Math.floor(concurrency / 2));
  const both = Math.max(1, Math.floor((concurrency * 3) / 4));
  const inUse = { new: 0, slow: 0, known: 0 };
  // In the order of their start, so that only those that have become slow are looked at. A timer for each would cost more.
  const young = new Set<Flight>();

  return {
    hasRoom: (pace) => {
      notice();
      return pace === 'known' || (inUse[pace] < half && inUse.new + inUse.slow < both);
    },
    start: (pace, onSlow) => {
      const flight = { pace, startedAt: now(), onSlow };
      inUse[pace]++;
      if (pace !== 'slow') young.add(flight);
      return flight;
    },
    end: (flight) => {
      inUse[flight.pace]--;
      young.delete(flight);
    },
  };

  function notice(): void {
    const slowSince = now() - SLOW_MS;
    for (const flight of young) {
      if (flight.startedAt > slowSince) return;
      young.delete(flight);
      inUse[flight.pace]--;
      inUse.slow++;
      flight.pace = 'slow';
      flight.onSlow();
    }
  }
}

import { randomUUID } from 'node:crypto';
import type { Storage } from './storage.js';

export interface RaceResult {
  readonly writers: number;
  /** How many were told that they wrote the file. One, if the server keeps its promise. */
  readonly winners: number;
}

const WRITERS = 32;

/** Lets several writers create the same file at once, and removes it. Of a promise to create a file once, this is the proof. */
export async function raceWrites(storage: Storage, signal?: AbortSignal): Promise<RaceResult> {
  const key = `.casparian-race-${randomUUID()}`;
  try {
    const results = await Promise.all(
      Array.from({ length: WRITERS }, (_, writer) => storage.writeIfAbsent(key, Buffer.from(`${writer}`), { signal })),
    );
    return { writers: WRITERS, winners: results.filter(Boolean).length };
  } finally {
    await storage.remove([key]);
  }
}

/** What is known about the robots.txt of an origin. */
export interface RobotsRecord {
  /** Scheme, host and port, such as `https://example.org`. */
  readonly origin: string;
  /** `absent`: the site has no such file. `unreachable`: it is unknown whether it has one. */
  readonly state: 'found' | 'absent' | 'unreachable';
  /** The last file that was found; empty if there was none. */
  readonly text: string;
  /** In milliseconds. */
  readonly checkedAt: number;
  /** When it has to be fetched again, in milliseconds. */
  readonly freshUntil: number;
  /** Since when it cannot be reached, in milliseconds. */
  readonly unreachableSince: number | null;
}

/** Keeps one record per origin. */
export interface RobotsStore {
  get(origin: string): Promise<RobotsRecord | undefined>;
  put(record: RobotsRecord): Promise<void>;
}

export interface Finding {
  /** The check that made it. */
  check: string;
  /** damage: a healthy database cannot have it. notice: legal, but worth knowing. */
  severity: 'damage' | 'notice';
  message: string;
  /** How many rows, and the ids of the first few. */
  count?: number;
  examples?: string[];
}

/** One check. Returns its findings; none when all is well. */
export interface DatabaseCheck {
  readonly name: string;
  run(): Promise<Finding[]>;
}

export interface Finding {
  /** The check that found it. */
  check: string;
  /** damage: impossible in a healthy database. notice: legal, but worth knowing. */
  severity: 'damage' | 'notice';
  message: string;
  /** How many rows, and the ids of the first ones. */
  count?: number;
  examples?: string[];
}

/** One check. Returns its findings; an empty list if everything is fine. */
export interface DatabaseCheck {
  readonly name: string;
  run(): Promise<Finding[]>;
}

export interface PlanReport {
  readonly jobsCreated: number;
  /** Files whose content a parser has already read under another name. */
  readonly alreadyProcessed: number;
  /** The jobs of the built-in readers, included in `jobsCreated`. */
  readonly builtinJobs: number;
  /** Files that may be read without a parser, but whose extension no built-in reader supports. */
  readonly withoutReader: number;
  /** Files that no parser reads and no rule lets the built-in readers read, and the path of one of them. */
  readonly unrouted: number;
  readonly unroutedExample: string | null;
}

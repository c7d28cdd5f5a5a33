export interface PlanReport {
  readonly jobsCreated: number;
  /** Files whose content a parser has already read under another name. */
  readonly alreadyProcessed: number;
  /** The jobs of the built-in readers, included in `jobsCreated`. */
  readonly builtinJobs: number;
  /** Files that may be read without a parser, but whose extension no built-in reader supports. */
  readonly withoutReader: number;
}

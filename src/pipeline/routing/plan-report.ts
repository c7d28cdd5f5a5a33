export interface PlanReport {
  readonly jobsCreated: number;
  /** Files whose content a parser had seen already, under another name. */
  readonly alreadyProcessed: number;
  /** Of the jobs, those that the built-in readers do. */
  readonly builtinJobs: number;
  /** Files that may be read without a parser, but whose names promise nothing that the built-in readers read. */
  readonly withoutReader: number;
}

export interface PlanReport {
  readonly jobsCreated: number;
  /** Files whose content a parser had seen already, under another name. */
  readonly alreadyProcessed: number;
}

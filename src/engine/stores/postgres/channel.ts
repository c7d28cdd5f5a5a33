/** The NOTIFY channel. A woken listener looks for work itself, so messages carry no job. */
export const JOBS_CHANNEL = 'casparian_jobs';
/** Says that a running job is wanted dead. */
export const CANCEL_MESSAGE = 'cancel';

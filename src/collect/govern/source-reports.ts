import { channel } from 'node:diagnostics_channel';
import type { FailureClass } from '../../http/index.js';

/** What happened at the gates of a source, for metrics. */
export type SourceReport = SourceName &
  (
    | { readonly kind: 'request'; readonly outcome: 'ok' | FailureClass | 'other' }
    /** Until its limit let the call through, or until the job comes back. */
    | { readonly kind: 'wait'; readonly ms: number }
    | { readonly kind: 'cache'; readonly layer: CacheLayer; readonly result: CacheResult }
  );

interface SourceName {
  readonly tenant: string;
  /** The name of the source. */
  readonly source: string;
}

/** `response`: the stored responses to a query of an intake. `http`: the HTTP cache of pages. */
export type CacheLayer = 'response' | 'http';
/** `validated`: the source confirmed the stored page. `stale`: it is used because the source is down. */
export type CacheResult = 'hit' | 'miss' | 'validated' | 'stale';

/** A channel rather than an argument of every function between the worker and the gates. Without a listener, publishing costs nothing. */
const REPORTS = channel('casparian.source');

export function publishSourceReport(report: SourceReport): void {
  if (REPORTS.hasSubscribers) REPORTS.publish(report);
}

/** Calls the listener for each report of this process. Returns what ends it. */
export function onSourceReport(listener: (report: SourceReport) => void): () => void {
  const subscriber = (report: unknown): void => listener(report as SourceReport);
  REPORTS.subscribe(subscriber);
  return () => {
    REPORTS.unsubscribe(subscriber);
  };
}

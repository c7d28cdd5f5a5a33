/** How a worker in this process is named, and how it claims and renews jobs. */
export interface LocalWorkerOptions {
  readonly id: string;
  readonly concurrency: number;
  readonly leaseMs: number;
  readonly renewEveryMs: number;
  readonly pollEveryMs: number;
}

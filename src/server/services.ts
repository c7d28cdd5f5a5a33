import type { Database } from '../database/index.js';
import type { Engine } from '../engine/index.js';
import type { EndpointChange } from '../events/index.js';
import type { CheckResult, Pepper } from '../operations/index.js';
import type { PipelineHome } from '../pipeline/index.js';
import type { Logger } from '../platform/index.js';

/** What the handlers need besides the rows of the tenant: the configuration, as plain records. */
export interface Services {
  readonly engine: Engine;
  readonly database: Database;
  readonly logger: Logger;
  /** Aborted when the server stops: streams end then. */
  readonly closing: AbortSignal;
  readonly home: string;
  /** The home with its outputs, also those in buckets. */
  readonly outputs: PipelineHome;
  /** The tenant of refused requests whose caller is not known. */
  readonly defaultTenant: string;
  readonly pepper: Pepper;
  /** Modules with job definitions. */
  readonly jobModules: readonly string[];
  readonly maxPayloadBytes: number;
  readonly maxUploadBytes: number;
  /** The id of the key that signs passports now. */
  readonly currentKeyId: () => Promise<string>;
  /** Folders that may be scanned. */
  readonly scanFolders: readonly string[];
  /** Where the key that encrypts secrets of webhooks comes from. */
  readonly webhookKey: EndpointChange['key'];
  /** Whether webhooks and sources may have private addresses. */
  readonly allowPrivate: boolean;
  /** Every key that signs or has signed here. */
  readonly publishedKeys: () => Promise<readonly { readonly keyId: string; readonly publicKey: string }[]>;
  /** Every setting and where it comes from, without secrets. */
  readonly settings: () => Readonly<Record<string, object>>;
  /** What `casparian doctor` checks. */
  readonly checkInstallation: () => Promise<readonly CheckResult[]>;
}

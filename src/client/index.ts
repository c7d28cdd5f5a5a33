export { CasparianApiError } from './api-error.js';
export type { Client, ClientOptions, Received } from './client.js';
export { createClient } from './create-client.js';
export { exactJson, parseExactJson } from './exact-json.js';
export type { Connection, LiveEvent, LiveMessage, LiveOptions } from './live-events.js';
export type {
  Item,
  ListPaths,
  Method,
  Page,
  PathsOf,
  RequestOptions,
  Result,
  Schemas,
  UploadBody,
} from './typed-paths.js';

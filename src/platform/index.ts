export { canonicalJson } from './canonical-json.js';
export { formatDuration, parseDuration } from './duration.js';
export { CasparianError, ERROR_CODES, errorMessage, isErrorCode } from './errors.js';
export type { ErrorCode, ErrorCodeEntry, ErrorDetails } from './errors.js';
export { newId } from './ids.js';
export { silentLogger } from './logger.js';
export type { Logger } from './logger.js';
export { nearest } from './nearest.js';
export { VERSION } from './version.js';

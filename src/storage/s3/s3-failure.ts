import { CasparianError, errorMessage } from '../../platform/index.js';
import { fileChanged, fileNotFound } from '../file-errors.js';

/** What the library throws: an error of the server with its name and status, or one of the network. */
interface S3Error {
  readonly name?: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly statusCode?: number };
}

export function statusOf(error: unknown): number | undefined {
  const { $metadata, $response } = error as S3Error;
  return $metadata?.httpStatusCode ?? $response?.statusCode;
}

export function isNotFound(error: unknown): boolean {
  return statusOf(error) === 404 && (error as S3Error).name !== 'NoSuchBucket';
}

/** The condition of a request was not met: the file exists, or has another ETag. */
export function isRefusedByCondition(error: unknown): boolean {
  return statusOf(error) === 412;
}

/** Another conditional request for the same key is under way; AWS asks to repeat ours. */
export function isConflict(error: unknown): boolean {
  return statusOf(error) === 409;
}

const DENIED = ['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'ExpiredToken', 'InvalidToken'];
const ELSEWHERE = ['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException'];
const NETWORK = /^(?:ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE)/;

/** Says what happened at an address in our words. Aborts and errors that are not of the server are returned as they are. */
export function s3Failure(error: unknown, address: string, endpoint: string | undefined): unknown {
  const { name = '', code = '' } = error as S3Error;
  if (error instanceof CasparianError || name === 'AbortError') return error;
  const server = endpoint ?? 'AWS';
  const bucket = address.split('/')[2] ?? '';
  const cause = { cause: error };
  const status = statusOf(error);
  const said = `${name === 'Error' || name === '' ? '' : `${name}: `}${errorMessage(error)}`;
  if (name === 'NoSuchBucket')
    return new CasparianError('STORAGE_BUCKET_NOT_FOUND', `There is no bucket '${bucket}' at ${server}`, {
      ...cause,
      next: ['Check its name and the setting s3_endpoint. Buckets are made with the tools of the provider.'],
    });
  if (name === 'CredentialsProviderError')
    return new CasparianError('STORAGE_CREDENTIALS_MISSING', `There are no credentials for ${address}`, {
      ...cause,
      why: errorMessage(error),
      next: ['Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE.'],
    });
  if (name === 'RequestTimeTooSkewed')
    return new CasparianError('STORAGE_CLOCK_SKEW', `${server} refused a request because of its time`, {
      ...cause,
      why: `The clock of this machine says ${new Date().toISOString()}.`,
      next: ['Set the clock of this machine.'],
    });
  if (ELSEWHERE.includes(name) || status === 301)
    return new CasparianError(
      'STORAGE_WRONG_ENDPOINT',
      `The bucket '${bucket}' is not at ${server}, or in another region`,
      {
        ...cause,
        why: said,
        next: ['Set s3_region to the region of the bucket, and s3_endpoint if it is not at AWS.'],
      },
    );
  if (DENIED.includes(name) || status === 401 || status === 403)
    return new CasparianError('STORAGE_DENIED', `${server} does not permit this at ${address}`, {
      ...cause,
      why: said,
      next: ['Check which credentials are used (AWS_ACCESS_KEY_ID, AWS_PROFILE), and what they may do.'],
    });
  if (isRefusedByCondition(error)) return fileChanged(address, error);
  if (isNotFound(error)) return fileNotFound(address, error);
  if (name === 'TimeoutError' || NETWORK.test(code) || NETWORK.test(name))
    return new CasparianError('STORAGE_UNREACHABLE', `${server} cannot be reached for ${address}`, {
      ...cause,
      why: errorMessage(error) || code,
      next: ['Check that the server runs, and the setting s3_endpoint.'],
    });
  // Not of the server: the stream that was to be written failed, or it is a bug.
  if (status === undefined) return error;
  if (status < 400 && name !== 'InternalError')
    return new CasparianError(
      'STORAGE_WRONG_ENDPOINT',
      `What ${server} returned for ${address} is not a response of S3`,
      {
        ...cause,
        why: said,
        next: ['Check the setting s3_endpoint: it is the address of the server, without the bucket.'],
      },
    );
  return new CasparianError('STORAGE_FAILED', `${server} failed at ${address} (${status})`, {
    ...cause,
    why: said,
    retryable: status >= 500 || status === 409 || status === 429,
  });
}

import { CasparianError } from '../../platform/index.js';
import { gs1CheckDigit } from '../rules/values/gs1-check-digit.js';
import { base32 } from './base32.js';

/** The characters of a serial number (GS1 General Specifications, application identifier 21). */
const SERIAL = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

/**
 * The second carrier: a link that a phone opens, as a GS1 Digital Link. The GTIN has 8, 12, 13 or 14 digits, the last of which
 * checks the others.
 */
export function gs1DigitalLink(resolver: string, gtin: string, serial: string): string {
  if (!SERIAL.test(serial)) {
    throw invalid(
      `the serial number '${serial}' is not valid`,
      'It has 1 to 20 letters, digits or common punctuation marks.',
    );
  }
  return `${baseUrl(resolver)}/01/${checkedGtin(gtin).padStart(14, '0')}/21/${encodeURIComponent(serial)}`;
}

/** The second carrier for a maker without a GTIN: a plain link to a version of a passport, with the hash of its payload. */
export function passportLink(resolver: string, passportVersionId: string, payloadHash: string): string {
  return `${baseUrl(resolver)}/p/${encodeURIComponent(passportVersionId)}?ph=${base32(Buffer.from(payloadHash, 'hex'))}`;
}

function baseUrl(resolver: string): string {
  const url = URL.canParse(resolver) ? new URL(resolver) : undefined;
  const isUsable =
    url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '';
  if (!isUsable) {
    throw invalid(
      `'${resolver}' is not the address of a resolver`,
      'It must look like https://id.example.com or https://example.com/path.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function checkedGtin(gtin: string): string {
  if (!/^(?:\d{8}|\d{12,14})$/.test(gtin))
    throw invalid(`'${gtin}' is not a GTIN`, 'A GTIN has 8, 12, 13 or 14 digits.');
  const expected = gs1CheckDigit(gtin.slice(0, -1));
  if (gtin.endsWith(expected)) return gtin;
  throw invalid(`the GTIN '${gtin}' has a wrong check digit`, `Its last digit should be ${expected}.`);
}

function invalid(message: string, why: string): CasparianError {
  return new CasparianError('VALIDATION_ERROR', message, { why });
}

import { isCalendarDate } from './calendar.js';
import { hasCheckDigit } from './gs1-check-digit.js';

/** The forms of text that `hasFormat` knows. Each is decided by the text alone. */
export const TEXT_FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  uri: (text) => /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(text) && URL.canParse(text),
  urn: (text) => /^urn:[a-z0-9][a-z0-9-]{0,31}:[^\s<>"{}|\\^`]+$/i.test(text),
  /** A month, a day, or a day with a time, as data models of others have it. */
  date: (text) => isTime(text) || isCalendarDate(/^\d{4}-\d\d$/.test(text) ? `${text}-01` : text),
  time: isTime,
  gtin: (text) => /^(?:\d{8}|\d{12,14})$/.test(text) && hasCheckDigit(text),
  /** CAS numbers end in a check digit: the others, from the right, times 1, 2, 3 … modulo ten. */
  cas: isCas,
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text),
  identifier: isIdentifier,
};

export const TEXT_FORMAT_NAMES = Object.keys(TEXT_FORMATS);

function isTime(text: string): boolean {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  return (
    day !== undefined && isCalendarDate(day) && clock !== undefined && /^(?:[01]\d|2[0-3])(?::[0-5]\d){2}$/.test(clock)
  );
}

function isCas(text: string): boolean {
  const [, first, second, check] = /^(\d{2,7})-(\d\d)-(\d)$/.exec(text) ?? [];
  if (first === undefined || second === undefined) return false;
  const sum = [...(first + second)].reverse().reduce((total, digit, index) => total + Number(digit) * (index + 1), 0);
  return String(sum % 10) === check;
}

/**
 * The unique identifier of one battery. GS1: GTIN and serial number, or SSCC, as an element string or a Digital Link; their check digits must be
 * right. ISO/IEC 15459 by another issuing agency: its code, then capital letters and digits; that standard has no check digit. Or a URN.
 */
function isIdentifier(text: string): boolean {
  const [, gtin] = /^(?:\(01\)|https?:\/\/\S+?\/01\/)(\d{14})(?:\(21\)|\/21\/)\S{1,60}$/.exec(text) ?? [];
  if (gtin !== undefined) return hasCheckDigit(gtin);
  const [, sscc] = /^(?:\(00\)|https?:\/\/\S+?\/00\/)(\d{18})$/.exec(text) ?? [];
  if (sscc !== undefined) return hasCheckDigit(sscc);
  if (/^\(0[01]\)|^https?:|\/0[01]\//.test(text)) return false;
  return /^[A-Z]{1,3}[0-9A-Z]{3,47}$/.test(text) || (TEXT_FORMATS['urn'] as (one: string) => boolean)(text);
}

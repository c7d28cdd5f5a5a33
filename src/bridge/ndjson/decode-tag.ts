import type { Cell, DecimalCell } from '../../contract/index.js';
import { decodeDate, decodeDatetime, decodeTime } from './decode-moment.js';

/** The value a tag stands for. */
export function decodeTag(tag: string, content: unknown): Cell {
  const decode = Object.hasOwn(DECODERS, tag) ? DECODERS[tag] : undefined;
  if (!decode) throw new Error(`there is no tag ${JSON.stringify(tag)}`);
  const cell = typeof content === 'string' ? decode(content) : undefined;
  if (cell === undefined) throw new Error(`${tag} cannot be ${shortened(JSON.stringify(content))}`);
  return cell;
}

const DECODERS: Readonly<Record<string, (text: string) => Cell | undefined>> = {
  $int: (text) => (/^-?\d+$/.test(text) && text.length <= MAX_DIGITS ? BigInt(text) : undefined),
  $decimal: decodeDecimal,
  $float: (text) => (isUnusualFloat(text) ? Number(text) : undefined),
  $bytes: decodeBytes,
  $date: decodeDate,
  $datetime: decodeDatetime,
  $time: decodeTime,
};

/** Enough for anything a person computes, and little enough to print. */
const MAX_DIGITS = 10_000;

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

function decodeDecimal(text: string): DecimalCell | number | undefined {
  if (isUnusualFloat(text)) return Number(text);
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const scale = fraction.length - Number(exponent);
  if (whole.length + fraction.length + Math.abs(scale) > MAX_DIGITS) return undefined;
  const unscaled = BigInt(whole + fraction);
  return { kind: 'decimal', unscaled: sign === '-' ? -unscaled : unscaled, scale };
}

function isUnusualFloat(text: string): boolean {
  return text === 'NaN' || text === 'Infinity' || text === '-Infinity';
}

/** Node skips over what is no base64, so the bytes must give the same text again. */
function decodeBytes(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? new Uint8Array(bytes) : undefined;
}

function shortened(text: string | undefined): string {
  if (text === undefined) return 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Bytes in base58 with the alphabet of Bitcoin, as multibase `z` uses it. */
export function base58btc(bytes: Uint8Array): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = (ALPHABET[Number(number % 58n)] as string) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** The bytes of a text in base58. Characters that do not belong to the alphabet count as zero: a signature with them is wrong anyway. */
export function base58Bytes(text: string): Buffer {
  const number = [...text].reduce((total, letter) => total * 58n + BigInt(Math.max(0, ALPHABET.indexOf(letter))), 0n);
  const digits = number === 0n ? '' : number.toString(16);
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')]);
}

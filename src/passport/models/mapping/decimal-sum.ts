/** The exact sum of decimals, such as "4" and "12.5". Undefined if one of them is not a decimal. */
export function decimalSum(numbers: readonly string[]): string | undefined {
  if (!numbers.every((one) => /^-?\d+(?:\.\d+)?$/.test(one))) return undefined;
  const scale = Math.max(0, ...numbers.map((one) => one.split('.')[1]?.length ?? 0));
  const total = numbers.reduce((sum, one) => sum + scaled(one, scale), 0n);
  const digits = String(total < 0n ? -total : total).padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - scale);
  return `${total < 0n ? '-' : ''}${whole}${scale === 0 || fraction === '' ? '' : `.${fraction}`}`;
}

function scaled(number: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = number.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

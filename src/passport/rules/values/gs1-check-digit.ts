/** From the right, digits count three times and once in turn; the check digit makes the sum a multiple of ten. */
export function gs1CheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

export function hasCheckDigit(digits: string): boolean {
  return digits.endsWith(gs1CheckDigit(digits.slice(0, -1)));
}

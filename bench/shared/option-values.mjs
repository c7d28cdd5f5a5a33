/** Names given one by one or separated by commas; undefined without any. */
export function listOf(given = []) {
  const names = given.flatMap((one) => one.split(',')).filter((name) => name !== '');
  return names.length > 0 ? names : undefined;
}

/** Throws an Error for the user if the text is not a positive integer. */
export function wholeNumber(option, text) {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`${option} must be a positive integer, not "${text}"`);
  return number;
}

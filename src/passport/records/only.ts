/** The result for a list with one element. */
export async function only<Result>(results: Promise<readonly Result[]>): Promise<Result> {
  const [result] = await results;
  if (result === undefined) throw new Error('there is one result for each element');
  return result;
}

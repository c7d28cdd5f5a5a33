/** Throws CONTRACT_INVALID when no contract can be made of what a parser declares. Loads what checks it when asked. */
export async function checkDeclared(outputs: unknown): Promise<void> {
  const { parseContract } = await import('./declare/parse-contract.js');
  parseContract(outputs);
}

/** Keeps what comes in the moment between the news of a program and the first interest in it. */
export interface Outlet {
  put(chunk: Buffer): void;
  flowTo(take: (chunk: Buffer) => void): void;
}

export function createOutlet(): Outlet {
  const early: Buffer[] = [];
  let pass = (chunk: Buffer): void => void early.push(chunk);
  return {
    put: (chunk) => pass(chunk),
    flowTo(take) {
      pass = take;
      early.splice(0).forEach(take);
    },
  };
}

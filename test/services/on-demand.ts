import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OnDemand {
  /** A GET on it returns the URL of the server. Null if the server is not installed. */
  address: string | null;
  remove(): Promise<void>;
}

/**
 * One server for the whole run, started when the first test needs it: a start takes seconds on both cores, which other tests should not
 * pay for.
 */
export async function offerOnDemand(
  isInstalled: boolean,
  start: () => Promise<{ url: string; remove(): Promise<void> }>,
): Promise<OnDemand> {
  if (!isInstalled) return { address: null, remove: () => Promise.resolve() };
  let starting: ReturnType<typeof start> | undefined;
  const desk = createServer((_request, response) => {
    starting ??= start();
    starting.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  desk.listen(0, '127.0.0.1');
  await once(desk, 'listening');
  return {
    address: `http://127.0.0.1:${(desk.address() as AddressInfo).port}`,
    async remove() {
      desk.close();
      // The failed start was already reported to the tests; the guard removes its files.
      const started = await starting?.catch(() => undefined);
      await started?.remove();
    },
  };
}

/** The URL of the server behind the address of `offerOnDemand`. The first call of a run starts it. */
export async function urlOnDemand(name: string, address: string | null): Promise<string> {
  if (address === null) throw new Error(`${name} is not installed: guard the tests`);
  const response = await fetch(address);
  const answer = await response.text();
  if (!response.ok) throw new Error(`${name} did not start: ${answer}`);
  return answer;
}

import { once } from 'node:events';
import { endpointChange, openReceiver, type ReceivedDelivery } from '../../../app/index.js';
import { receivedJson } from '../../../app/webhook-receiver/received-json.js';
import { secretsOfEndpoints } from '../../../events/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { tenantOf, withEngine } from '../../session.js';
import { stopOnSignals } from '../../stop-on-signals.js';

export interface ListenOptions extends TenantOptions {
  port?: number;
  secret?: string[];
}

const DEFAULT_PORT = 8_787;

/** Until a signal stops it. */
export async function run(invocation: Invocation<ListenOptions>): Promise<void> {
  const { secret } = invocation.options;
  if (secret) return listen(invocation, () => Promise.resolve(secret));
  await withEngine(invocation, (engine, settings) => {
    const change = endpointChange(engine, tenantOf(invocation.options), settings);
    return listen(invocation, (port) => secretsOfEndpoints(change, ({ url }) => new URL(url).port === String(port)));
  });
}

async function listen(
  { options, output }: Invocation<ListenOptions>,
  secrets: (port: number) => Promise<readonly string[]>,
): Promise<void> {
  const stop = stopOnSignals();
  const onDelivery = (delivery: ReceivedDelivery): void => {
    if (output.asJson) output.jsonLine(receivedJson(delivery));
    else output.print(deliveryLine(delivery, output));
  };
  const receiver = await openReceiver({ port: options.port ?? DEFAULT_PORT, secrets, onDelivery });
  try {
    if (output.asJson) output.jsonLine({ url: receiver.url });
    else output.print(receiver.url);
    output.message(`Add it as an endpoint: casparian webhook add ${receiver.url} --events '*'`);
    output.message('It needs CASPARIAN_ALLOW_PRIVATE_ADDRESSES=1 there and for the worker. Ctrl-C ends it.');
    if (!stop.signal.aborted) await once(stop.signal, 'abort');
  } finally {
    await receiver.close();
    stop.dispose();
  }
}

function deliveryLine({ deliveryId, eventType, problem, body }: ReceivedDelivery, output: Output): string {
  const verdict =
    problem === undefined ? output.paint('green', 'verified') : output.paint('red', `not verified: ${problem}`);
  return `${printable(eventType ?? '?')} ${printable(deliveryId ?? '?')} ${verdict}\n  ${printable(body)}`;
}

import { connect } from 'amqplib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startRabbitmq } from './rabbitmq.js';
import { rabbitmqAvailable, rabbitmqUrl } from './shared-rabbitmq.js';
import { waitUntil } from './wait-until.js';

describe.skipIf(!rabbitmqAvailable)('RabbitMQ', () => {
  test('of the run carries a message there and back', async () => {
    expect(await roundTrip(await rabbitmqUrl(), 'there and back')).toBe('there and back');
  });

  test('of the test comes back on the same address after it was killed', async () => {
    const server = await startRabbitmq();
    onTestFinished(() => server.remove());
    await server.kill();
    await expect(connect(server.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await server.start();
    expect(await roundTrip(server.url, 'again')).toBe('again');
  }, 90_000);
});

async function roundTrip(url: string, text: string): Promise<string> {
  const connection = await connect(url);
  try {
    const channel = await connection.createChannel();
    const { queue } = await channel.assertQueue('', { exclusive: true });
    channel.sendToQueue(queue, Buffer.from(text));
    const message = await waitUntil(() => channel.get(queue, { noAck: true }), {
      for: 'the message',
      timeoutMs: 5_000,
    });
    return message.content.toString();
  } finally {
    await connection.close();
  }
}

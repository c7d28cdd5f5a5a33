import { connect } from 'amqplib';
import { describe, expect, test } from 'vitest';
import { rabbitmqAvailable, rabbitmqUrl } from './shared-rabbitmq.js';
import { waitUntil } from './wait-until.js';

describe.skipIf(!rabbitmqAvailable)('RabbitMQ', () => {
  test('of the run carries a message there and back', async () => {
    expect(await roundTrip(await rabbitmqUrl(), 'there and back')).toBe('there and back');
  });
});

async function roundTrip(url: string, text: string): Promise<string> {
  const connection = await connect(url);
  try {
    const channel = await connection.createChannel();
    const { queue } = await channel.assertQueue('', { exclusive: true });
    channel.sendToQueue(queue, Buffer.from(text));
    const message = await waitUntil(() => channel.get(queue, { noAck: true }), { for: 'the message' });
    return message.content.toString();
  } finally {
    await connection.close();
  }
}

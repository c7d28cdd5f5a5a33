import { describe, expect, test } from 'vitest';
import {
  findEndpoint,
  findSubscription,
  listSubscriptions,
  subscribe,
  unsubscribe,
} from '../../../src/events/index.js';
import { STORES } from '../../engine/staging/stage.js';
import { useWebhookStage } from './staging.js';

const URL = 'http://127.0.0.1:9/';

describe.each(STORES)('subscriptions of endpoints on %s', (storeName) => {
  const stage = useWebhookStage(storeName);
  const eventsOf = async (id: string): Promise<readonly string[]> =>
    (await findEndpoint(stage.engine.database, 'default', id)).events;

  test('an endpoint without subscriptions receives nothing until it has one', async () => {
    const { id } = await stage.add({ url: URL });
    await stage.record('test.happened');
    const added = await subscribe(stage.change(), id, 'test.*');
    expect(added).toMatchObject({ endpointId: id, event: 'test.*' });
    await stage.record('test.happened');
    expect(await stage.deliveries()).toHaveLength(1);
    await unsubscribe(stage.change(), added.id);
    await stage.record('test.happened');
    expect(await stage.deliveries()).toHaveLength(1);
    expect(await eventsOf(id)).toEqual([]);
  });

  test('a subscription has the same id each time, and adding it again changes nothing', async () => {
    const { id } = await stage.add({ url: URL, events: ['job.*'] });
    const [known] = await listSubscriptions(stage.engine.database, 'default', id);
    expect(await subscribe(stage.change(), id, 'job.*')).toEqual(known);
    expect(await eventsOf(id)).toEqual(['job.*']);
    const { database } = stage.engine;
    const changes = await database.query("SELECT 1 FROM cf_events WHERE event_type = 'webhook.endpoint.subscribed'");
    expect(changes).toEqual([]);
    expect(await findSubscription(database, 'default', known!.id.toUpperCase())).toEqual(known);
  });

  test('subscriptions that are added at the same time are all kept', async () => {
    const { id } = await stage.add({ url: URL });
    const other = await stage.openAnother();
    const names = ['a.one', 'b.two', 'c.three', 'd.four'];
    await Promise.all(
      names.map((name, at) =>
        subscribe({ ...stage.change(), database: at % 2 ? other.database : stage.engine.database }, id, name),
      ),
    );
    expect((await eventsOf(id)).toSorted()).toEqual(names);
  });

  test('a subscription of another tenant does not exist, and a bad name is refused', async () => {
    const { id } = await stage.add({ url: URL, events: ['job.*'] });
    const [own] = await listSubscriptions(stage.engine.database, 'default');
    await expect(unsubscribe(stage.change('acme'), own!.id)).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
    await expect(subscribe(stage.change('acme'), id, 'x')).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
    await expect(subscribe(stage.change(), id, 'two words')).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });
});

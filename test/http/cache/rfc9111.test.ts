import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/http/cache/decide.js';
import { type Asked, exchanged, headerOf, httpDate, type Reply, scenario, START } from './exchanges.js';

/**
 * The requirements of RFC 9111 that apply to a private client cache, by section. In each row, the first reply is stored or
 * not, time passes, and the second request shows where its response comes from.
 */
interface Row {
  readonly first: Reply;
  /** The first request. */
  readonly asked?: Asked;
  readonly after?: number;
  /** The second request. */
  readonly then?: Asked;
  /** The reply to the second request, if it reaches the origin. */
  readonly second?: Reply;
  readonly source: 'cache' | 'network' | 'validated' | 'refused';
}

const ETAG = { etag: '"v1"' };
const NOT_MODIFIED = { status: 304 };

function cc(value: string | readonly string[], more: Reply['headers'] = {}): Reply {
  return { headers: { 'cache-control': value, ...more }, body: 'first' };
}

function check(rows: Readonly<Record<string, Row>>): void {
  it.each(Object.entries(rows))('%s', async (_, { first, asked, after = 1, then, second, source }) => {
    const site = scenario();
    site.reply(first, second ?? (source === 'validated' ? NOT_MODIFIED : { body: 'second' }));
    await site.get(asked);
    site.after(after);
    const response = await site.get(then);
    expect(response.source).toBe(source);
    expect(site.asked).toHaveLength(source === 'cache' || source === 'refused' ? 1 : 2);
    if (source === 'cache' || source === 'validated') expect(response.body.toString()).toBe(first.body ?? '');
  });
}

describe('3 Storing responses', () => {
  const fresh = { 'cache-control': 'max-age=60' };
  check({
    'a GET response with explicit freshness is stored': { first: cc('max-age=60'), source: 'cache' },
    'a response to another method is not': { first: cc('max-age=60'), asked: { method: 'POST' }, source: 'network' },
    'a response to HEAD is not used for GET': { first: cc('max-age=60'), asked: { method: 'HEAD' }, source: 'network' },
    'no-store in the response forbids it (5.2.2.5)': { first: cc('no-store, max-age=60'), source: 'network' },
    'no-store in the request forbids it (5.2.1.5)': {
      first: cc('max-age=60'),
      asked: { headers: { 'cache-control': 'no-store' } },
      source: 'network',
    },
    'a partial response is not stored (3.3)': { first: { ...cc('max-age=60'), status: 206 }, source: 'network' },
    'a 304 is not stored': { first: { ...cc('max-age=60'), status: 304 }, source: 'network' },
    'a final status that is unknown is stored with explicit freshness': {
      first: { ...cc('max-age=60'), status: 299 },
      source: 'cache',
    },
    'a failure with explicit freshness is stored': { first: { ...cc('max-age=60'), status: 503 }, source: 'cache' },
    'a negative response is stored': { first: { ...cc('max-age=60'), status: 404 }, source: 'cache' },
    'must-understand forbids an unknown status (5.2.2.3)': {
      first: { ...cc('must-understand, max-age=60'), status: 299 },
      source: 'network',
    },
    'must-understand permits a known status, beside no-store (5.2.2.3)': {
      first: cc('must-understand, no-store, max-age=60'),
      source: 'cache',
    },
    'private permits it for any status (5.2.2.7)': {
      first: { ...cc('private', ETAG), status: 403 },
      source: 'validated',
    },
    'public permits it for any status (5.2.2.9)': {
      first: { ...cc('public', ETAG), status: 403 },
      source: 'validated',
    },
    'a status that is not heuristically cacheable is not stored': {
      first: { ...cc('foo', ETAG), status: 403 },
      source: 'network',
    },
    'private permits it (5.2.2.7)': { first: cc('private, max-age=60'), source: 'cache' },
    'a request with Authorization may be stored by a private cache (3.5)': {
      first: cc('max-age=60'),
      asked: { headers: { authorization: 'a' } },
      then: { headers: { authorization: 'a' } },
      source: 'cache',
    },
    'Expires is enough': {
      first: { headers: { expires: httpDate(60), date: httpDate() }, body: 'first' },
      source: 'cache',
    },
    'without freshness or validator it is not reused': { first: { body: 'first' }, source: 'network' },
    's-maxage alone is for shared caches (5.2.2.10)': { first: cc('s-maxage=60'), source: 'network' },
    'another URL is another key (2)': { first: cc('max-age=60'), then: { path: '/b' }, source: 'network' },
    'another query is another key (2)': { first: cc('max-age=60'), then: { path: '/a?b' }, source: 'network' },
    'a response to a Range request that is whole is stored': {
      first: cc('max-age=60'),
      asked: { headers: { range: 'bytes=0-1' } },
      source: 'cache',
    },
    'a Range request goes to the origin (3.3)': {
      first: cc('max-age=60'),
      then: { headers: { range: 'bytes=0-1' } },
      second: { ...cc('max-age=60'), status: 206 },
      source: 'network',
    },
  });

  it('3.1 all header fields are stored, also unknown ones and repeated ones', async () => {
    const site = scenario();
    site.reply({ headers: { ...fresh, 'x-unknown': 'a', 'set-cookie': ['b', 'c'] } });
    await site.get();
    const { headers } = await site.get();
    expect(headers).toEqual(
      expect.arrayContaining([
        ['x-unknown', 'a'],
        ['set-cookie', 'b'],
        ['set-cookie', 'c'],
      ]),
    );
  });

  it('3.1 fields of the connection and of proxies are not stored', async () => {
    const site = scenario();
    const hop = [
      'keep-alive',
      'proxy-authenticate',
      'proxy-authentication-info',
      'proxy-authorization',
      'proxy-connection',
      'te',
      'transfer-encoding',
      'upgrade',
    ];
    site.reply({
      headers: {
        ...fresh,
        connection: 'X-One, x-two',
        'x-one': '1',
        'x-two': '2',
        'x-three': '3',
        ...Object.fromEntries(hop.map((name) => [name, 'a'])),
      },
    });
    await site.get();
    const names = (await site.get()).headers.map(([name]) => name);
    expect(names).toEqual(['cache-control', 'x-three', 'Age']);
  });

  it('5.2.2.4 fields that no-cache names are not stored', async () => {
    const site = scenario();
    site.reply({
      headers: { 'cache-control': 'no-cache="X-One, x-two", max-age=60', 'x-one': '1', 'X-Two': '2', 'x-three': '3' },
    });
    await site.get();
    const response = await site.get();
    expect(response.source).toBe('cache');
    expect(response.headers.map(([name]) => name)).toEqual(['cache-control', 'x-three', 'Age']);
  });
});

describe('4 Constructing responses', () => {
  check({
    'a fresh response is reused': { first: cc('max-age=60'), after: 59, source: 'cache' },
    'a stale response is not': { first: cc('max-age=60'), after: 60, source: 'network' },
    'a stale response with a validator is validated': { first: cc('max-age=60', ETAG), after: 60, source: 'validated' },
    'a validated response is the stored one': {
      first: cc('max-age=60', { 'last-modified': httpDate(-9_000) }),
      after: 60,
      source: 'validated',
    },
    'no-cache forbids reuse without validation (5.2.2.4)': {
      first: cc('no-cache, max-age=60', ETAG),
      source: 'validated',
    },
    'an unqualified no-cache beside a qualified one counts': {
      first: cc('no-cache="a", no-cache, max-age=60', ETAG),
      source: 'validated',
    },
    'must-revalidate permits a fresh response (5.2.2.2)': { first: cc('must-revalidate, max-age=60'), source: 'cache' },
    'must-revalidate forbids a stale response, whatever the client accepts (5.2.2.2)': {
      first: cc('must-revalidate, max-age=60', ETAG),
      after: 61,
      then: { headers: { 'cache-control': 'max-stale' } },
      source: 'validated',
    },
    'HEAD is served from a stored GET': {
      first: { ...cc('max-age=60'), body: '' },
      then: { method: 'HEAD' },
      source: 'cache',
    },
    'a 200 that replaces a stale response is used': {
      first: cc('max-age=60', ETAG),
      after: 60,
      second: { body: 'new' },
      source: 'network',
    },
  });

  it('Age is generated, and replaces what was received', async () => {
    const site = scenario();
    site.reply(cc('max-age=600', { age: '30', date: httpDate() }));
    expect(headerOf(await site.get(), 'age')).toBe('30');
    site.after(12);
    const response = await site.get();
    expect(response.headers.filter(([name]) => /^age$/i.test(name))).toEqual([['Age', '42']]);
  });

  it('Date stays that of the origin', async () => {
    const site = scenario();
    site.reply(cc('max-age=600', { date: httpDate() }));
    await site.get();
    site.after(100);
    expect(headerOf(await site.get(), 'date')).toBe(httpDate());
  });

  it('unsafe methods are written through', async () => {
    const site = scenario();
    site.reply(cc('max-age=60'), { body: 'written' }, { body: 'again' });
    await site.get();
    expect((await site.get({ method: 'PUT' })).body.toString()).toBe('written');
    expect(site.asked.map(({ method }) => method)).toEqual(['GET', 'PUT']);
  });
});

describe('4.1 Vary', () => {
  const vary = (names: string | readonly string[]): Reply => cc('max-age=60', { vary: names });
  const asks = (headers: Record<string, string>): Asked => ({ headers });
  check({
    'equal headers match': {
      first: vary('Foo'),
      asked: asks({ foo: '1' }),
      then: asks({ foo: '1', other: '2' }),
      source: 'cache',
    },
    'different headers do not': {
      first: vary('Foo'),
      asked: asks({ foo: '1' }),
      then: asks({ foo: '2' }),
      source: 'network',
    },
    'a missing header does not match a value': {
      first: vary('Foo'),
      asked: asks({ foo: '1' }),
      then: asks({}),
      source: 'network',
    },
    'a value does not match a missing header': {
      first: vary('Foo'),
      asked: asks({}),
      then: asks({ foo: '1' }),
      source: 'network',
    },
    'headers missing in both match': { first: vary('Foo'), asked: asks({}), then: asks({}), source: 'cache' },
    'all named headers must match': {
      first: vary('Foo, Bar'),
      asked: asks({ foo: '1', bar: '2' }),
      then: asks({ foo: '1', bar: '3' }),
      source: 'network',
    },
    'names may be on several lines': {
      first: vary(['Foo', 'Bar']),
      asked: asks({ foo: '1', bar: '2' }),
      then: asks({ foo: '1', bar: '3' }),
      source: 'network',
    },
    'whitespace makes no difference': {
      first: vary('Foo'),
      asked: asks({ foo: '1,2' }),
      then: asks({ foo: ' 1, 2 ' }),
      source: 'cache',
    },
    '* matches nothing': { first: vary('*'), source: 'network' },
    '* in a list matches nothing': { first: vary(', Foo, *'), source: 'network' },
  });

  it('variants are kept beside each other', async () => {
    const site = scenario();
    site.reply({ ...vary('Foo'), body: 'one' }, { ...vary('Foo'), body: 'two' });
    await site.get(asks({ foo: '1' }));
    await site.get(asks({ foo: '2' }));
    expect((await site.get(asks({ foo: '1' }))).body.toString()).toBe('one');
    expect((await site.get(asks({ foo: '2' }))).body.toString()).toBe('two');
  });

  it.each([1, -1])('4 of several that match, the newest is used, in any order (%i)', (order) => {
    const request = { method: 'GET', url: 'https://site.test/a', headers: {} };
    const variants = [5, 9, 7].map((responseTime) => ({
      ...exchanged(cc('max-age=60')),
      variant: '[]',
      responseTime: START + responseTime * order,
      keepUntil: Infinity,
    }));
    const newest = Math.max(...variants.map(({ responseTime }) => responseTime));
    expect(decide(request, variants, START)).toMatchObject({ kind: 'reuse', stored: { responseTime: newest } });
  });

  it('4 of several that match, the newest is used', async () => {
    const site = scenario();
    site.reply({ ...vary('Foo'), body: 'old' }, { ...cc('max-age=60'), body: 'new' });
    await site.get(asks({ foo: '1' }));
    site.after(5);
    await site.get(asks({ foo: '2' }));
    expect((await site.get(asks({ foo: '1' }))).body.toString()).toBe('new');
  });
});

describe('4.2 Freshness', () => {
  const expiring = (expires: string | readonly string[], more = {}): Reply => ({
    headers: { expires, date: httpDate(), ...more },
    body: 'first',
  });
  const modified = (secondsAgo: number, more = {}): Reply => ({
    headers: { 'last-modified': httpDate(-secondsAgo), date: httpDate(), ...more },
    body: 'first',
  });
  check({
    'max-age=0 is stale at once': { first: cc('max-age=0'), after: 0, source: 'network' },
    'max-age overrides Expires (5.3)': {
      first: cc('max-age=60', { expires: httpDate(-60), date: httpDate() }),
      source: 'cache',
    },
    'max-age=0 overrides a later Expires (5.3)': {
      first: cc('max-age=0', { expires: httpDate(60), date: httpDate() }),
      source: 'network',
    },
    's-maxage does not shorten max-age in a private cache (5.2.2.10)': {
      first: cc('s-maxage=1, max-age=60'),
      after: 5,
      source: 'cache',
    },
    's-maxage does not extend max-age in a private cache (5.2.2.10)': {
      first: cc('s-maxage=60, max-age=1'),
      after: 5,
      source: 'network',
    },
    'of two values, the first counts (4.2.1)': { first: cc('max-age=60, max-age=1'), after: 5, source: 'cache' },
    'of two values on two lines, the first counts (4.2.1)': {
      first: cc(['max-age=1', 'max-age=60']),
      after: 5,
      source: 'network',
    },
    'a value that is not an integer is stale (4.2.1)': { first: cc('max-age=60.5'), source: 'network' },
    'a negative value is stale (4.2.1)': { first: cc('max-age=-60'), source: 'network' },
    'a value with letters is stale (4.2.1)': { first: cc('max-age=60a'), source: 'network' },
    'a value in single quotes is stale': { first: cc("max-age='60'"), source: 'network' },
    'a blank before = makes it stale': { first: cc('max-age =60'), source: 'network' },
    'a blank after = makes it stale': { first: cc('max-age= 60'), source: 'network' },
    'leading zeros are accepted': { first: cc('max-age=0060'), after: 59, source: 'cache' },
    'a huge value is accepted (1.2.2)': { first: cc('max-age=99999999999'), after: 86_400 * 365, source: 'cache' },
    'a future Expires is fresh (5.3)': { first: expiring(httpDate(60)), after: 59, source: 'cache' },
    'a past Expires is stale (5.3)': { first: expiring(httpDate(-1)), source: 'network' },
    'an Expires of now is stale (5.3)': { first: expiring(httpDate()), after: 0, source: 'network' },
    'Expires: 0 is stale (5.3)': { first: expiring('0'), source: 'network' },
    'Expires is relative to Date': {
      first: { headers: { expires: httpDate(300), date: httpDate(400) }, body: 'first' },
      source: 'network',
    },
    'Expires without a valid Date counts from the arrival': {
      first: { headers: { expires: httpDate(10), date: 'foo' }, body: 'first' },
      source: 'cache',
    },
    'an Expires in the form of RFC 850 is read': {
      first: expiring('Sunday, 01-Mar-26 12:01:00 GMT'),
      after: 59,
      source: 'cache',
    },
    'an Expires in the form of asctime is read': {
      first: expiring('Sun Mar  1 12:01:00 2026'),
      after: 59,
      source: 'cache',
    },
    'an Expires in another zone is invalid': { first: expiring('Sun, 01 Mar 2026 13:01:00 CET'), source: 'network' },
    'an Expires with one digit is invalid': { first: expiring('Sun, 1 Mar 2026 12:01:00 GMT'), source: 'network' },
    'Age counts (4.2.3)': { first: cc('max-age=60', { age: '60' }), source: 'network' },
    'Age of several values: the first (5.1)': { first: cc('max-age=60', { age: '60, 0' }), source: 'network' },
    'Age on several lines: the first (5.1)': { first: cc('max-age=60', { age: ['0', '60'] }), source: 'cache' },
    'an Age that is not a number is ignored (5.1)': { first: cc('max-age=60', { age: 'abc' }), source: 'cache' },
    'a negative Age is ignored (5.1)': { first: cc('max-age=60', { age: '-7200' }), source: 'cache' },
    'the time that the response took counts (4.2.3)': {
      first: { ...cc('max-age=60'), delaySeconds: 30 },
      after: 30,
      source: 'network',
    },
    'the time that the response took adds to Age (4.2.3)': {
      first: { ...cc('max-age=60', { age: '20' }), delaySeconds: 30 },
      after: 9,
      source: 'cache',
    },
    'an old Date counts (4.2.3)': { first: cc('max-age=60', { date: httpDate(-61) }), source: 'network' },
    'a Date in the future does not make it younger (4.2.3)': {
      first: cc('max-age=60', { date: httpDate(3_600) }),
      after: 60,
      source: 'network',
    },
    'heuristics: a tenth of its age (4.2.2)': { first: modified(1_000), after: 99, source: 'cache' },
    'heuristics: no longer (4.2.2)': { first: modified(1_000), after: 100, source: 'validated' },
    'heuristics: at most a day': { first: modified(86_400 * 365), after: 86_400, source: 'validated' },
    'no heuristics beside explicit freshness (4.2.2)': {
      first: modified(100_000, { expires: httpDate(-1) }),
      source: 'validated',
    },
    'no heuristics for other statuses (4.2.2)': { first: { ...modified(100_000), status: 403 }, source: 'network' },
    'heuristics for other statuses with public (5.2.2.9)': {
      first: { ...modified(100_000, { 'cache-control': 'public' }), status: 403 },
      source: 'cache',
    },
    'heuristics for 404': { first: { ...modified(100_000), status: 404 }, source: 'cache' },
  });
});

describe('4.2.4 Stale responses', () => {
  const onError = async (first: Reply, after: number, reply: Reply, options = {}, then?: Asked) => {
    const site = scenario(options);
    site.reply(first, reply);
    await site.get();
    site.after(after);
    return site.get(then);
  };

  it('are not used if the origin cannot be reached and nothing permits it', async () => {
    await expect(onError(cc('max-age=60'), 61, { down: true })).rejects.toThrow('The origin is down');
    expect(await onError(cc('max-age=60'), 61, { status: 503 })).toMatchObject({ status: 503, source: 'network' });
  });

  it.each([500, 502, 503, 504])('replace %i within stale-if-error (RFC 5861)', async (status) => {
    const response = await onError(cc('max-age=60, stale-if-error=30'), 90, { status });
    expect(response).toMatchObject({ status: 200, source: 'stale', insteadOf: { response: { status } } });
    expect(headerOf(response, 'age')).toBe('90');
  });

  it('replace an unreachable origin within stale-if-error, and report why', async () => {
    const response = await onError(cc('max-age=60, stale-if-error=30'), 90, { down: true });
    expect(response).toMatchObject({ source: 'stale', insteadOf: { error: { code: 'NETWORK_ERROR' } } });
  });

  it('are not used after stale-if-error, even if our default is longer', async () => {
    const first = cc('max-age=60, stale-if-error=30');
    expect(await onError(first, 91, { status: 503 }, { staleIfErrorMs: 3_600_000 })).toMatchObject({ status: 503 });
  });

  it('are used for as long as the request says', async () => {
    const asks = { headers: { 'cache-control': 'stale-if-error=30' } };
    expect(await onError(cc('max-age=60'), 90, { status: 500 }, {}, asks)).toMatchObject({ source: 'stale' });
    const longer = { staleIfErrorMs: 3_600_000 };
    expect(await onError(cc('max-age=60'), 91, { status: 500 }, longer, asks)).toMatchObject({ status: 500 });
  });

  it('are used for as long as our default says, if nothing else does', async () => {
    const options = { staleIfErrorMs: 30_000 };
    expect(await onError(cc('max-age=60'), 90, { down: true }, options)).toMatchObject({ source: 'stale' });
    await expect(onError(cc('max-age=60'), 91, { down: true }, options)).rejects.toThrow('The origin is down');
  });

  it.each([400, 403, 404, 429, 501])('do not replace %i', async (status) => {
    const options = { staleIfErrorMs: 3_600_000 };
    expect(await onError(cc('max-age=60'), 61, { status }, options)).toMatchObject({ status, source: 'network' });
  });

  it.each(['must-revalidate', 'no-cache', 'proxy-revalidate', 's-maxage=60'])(
    'are forbidden by %s',
    async (directive) => {
      const options = { staleIfErrorMs: 3_600_000 };
      const failed = onError(cc(`max-age=60, ${directive}`), 61, { down: true }, options);
      await expect(failed).rejects.toThrow('The origin is down');
    },
  );

  it('are removed by a newer response that cannot be stored', async () => {
    const site = scenario({ staleIfErrorMs: 3_600_000 });
    site.reply(cc('max-age=60'), { status: 404 }, { status: 503 });
    await site.get();
    site.after(61);
    await site.get();
    expect(await site.get()).toMatchObject({ status: 503, source: 'network' });
  });
});

describe('4.3 Validation', () => {
  const validated = async (stored: Reply['headers'], reply: Reply) => {
    const site = scenario();
    site.reply({ headers: { 'cache-control': 'max-age=60', ...stored }, body: 'first' }, reply, { body: 'third' });
    await site.get();
    site.after(60);
    return { site, response: await site.get() };
  };

  it('4.3.1 sends the entity tag and the date of modification', async () => {
    const { site } = await validated({ ...ETAG, 'last-modified': httpDate(-500) }, NOT_MODIFIED);
    expect(site.asked[1]?.headers).toEqual({ 'if-none-match': '"v1"', 'if-modified-since': httpDate(-500) });
  });

  it('4.3.1 sends no condition without a validator', async () => {
    const { site } = await validated({}, { body: 'second' });
    expect(site.asked[1]?.headers).toEqual({});
  });

  it('4.3.3 uses a complete response instead of the stored one, and stores it', async () => {
    const { site, response } = await validated(ETAG, { ...cc('max-age=60'), body: 'second' });
    expect(response).toMatchObject({ source: 'network', body: Buffer.from('second') });
    expect((await site.get()).body.toString()).toBe('second');
  });

  it('4.3.4 and 3.2 updates the stored fields, but not those of the body', async () => {
    const updates = {
      'cache-control': 'max-age=120',
      'X-Test': 'new',
      'x-more': '1',
      'content-length': '99',
      'content-encoding': 'br',
      'content-range': 'x',
    };
    const { site, response } = await validated(
      { ...ETAG, 'x-test': 'old', 'x-kept': 'a', 'content-length': '5', 'content-encoding': 'gzip' },
      { status: 304, headers: updates },
    );
    for (const each of [response, await site.get()]) {
      expect(each.status).toBe(200);
      const fields = Object.fromEntries(each.headers.map(([name, value]) => [name.toLowerCase(), value]));
      expect(fields).toMatchObject({
        'x-test': 'new',
        'x-more': '1',
        'x-kept': 'a',
        'content-length': '5',
        'content-encoding': 'gzip',
      });
      expect(fields).not.toHaveProperty('content-range');
    }
    site.after(119);
    expect((await site.get()).source).toBe('cache');
  });

  it('4.3.4 makes the response fresh again from the confirmation on', async () => {
    const { site } = await validated({ ...ETAG, age: '30' }, NOT_MODIFIED);
    site.after(59);
    expect((await site.get()).source).toBe('cache');
  });

  it('4.3.4 does not use a confirmation of something else', async () => {
    const { site, response } = await validated(ETAG, { status: 304, headers: { etag: '"v2"', 'x-test': 'other' } });
    expect(response).toMatchObject({ source: 'network', body: Buffer.from('third') });
    expect(site.asked[2]?.headers).toEqual({});
  });

  it.each([
    [{ etag: 'W/"v1"' }, { etag: 'W/"v1"' }],
    [{ etag: 'W/"v1"' }, { etag: '"v1"' }],
    [{ 'last-modified': httpDate(-5) }, { 'last-modified': httpDate(-5) }],
    [ETAG, {}],
  ])('4.3.4 %j is confirmed by a 304 with %j', async (stored, headers) => {
    expect((await validated(stored, { status: 304, headers })).response.source).toBe('validated');
  });

  it('4.3.4 another date of modification does not confirm', async () => {
    const stored = { 'last-modified': httpDate(-5) };
    const { response } = await validated(stored, { status: 304, headers: { 'last-modified': httpDate(-4) } });
    expect(response).toMatchObject({ source: 'network', body: Buffer.from('third') });
  });

  it('is kept for 30 days after it became stale, and again after each confirmation', async () => {
    const { site } = await validated(ETAG, NOT_MODIFIED);
    const [stored] = await site.store.get('https://site.test/a');
    expect(stored?.keepUntil).toBe(START + (60 + 60 + 30 * 86_400) * 1_000);
  });

  it('4.3.4 a confirmation with no-store removes the stored response', async () => {
    const { site, response } = await validated(ETAG, { status: 304, headers: { 'cache-control': 'no-store' } });
    expect(response.source).toBe('validated');
    expect((await site.get()).body.toString()).toBe('third');
  });

  it("4.3.2 evaluates the client's own condition against the stored response", async () => {
    const site = scenario();
    site.reply(cc('max-age=60', { ...ETAG, 'last-modified': httpDate(-500), 'content-type': 'text/html' }));
    await site.get();
    const ask = async (headers: Record<string, string>): Promise<number> => (await site.get({ headers })).status;
    expect(await ask({ 'if-none-match': '"v1"' })).toBe(304);
    expect(await ask({ 'if-none-match': '"a", W/"v1", "b"' })).toBe(304);
    expect(await ask({ 'if-none-match': '*' })).toBe(304);
    expect(await ask({ 'if-none-match': '"a"' })).toBe(200);
    expect(await ask({ 'if-modified-since': httpDate(-500) })).toBe(304);
    expect(await ask({ 'if-modified-since': httpDate(-400) })).toBe(304);
    expect(await ask({ 'if-modified-since': httpDate(-600) })).toBe(200);
    expect(await ask({ 'if-modified-since': 'never' })).toBe(200);
    // If-None-Match takes precedence.
    expect(await ask({ 'if-none-match': '"a"', 'if-modified-since': httpDate(-400) })).toBe(200);
    expect(await ask({ 'if-none-match': '"v1"', 'if-modified-since': httpDate(-600) })).toBe(304);
    // These are for the origin.
    expect(await ask({ 'if-match': '"a"', 'if-unmodified-since': httpDate(-600) })).toBe(200);
    const { headers, body } = await site.get({ headers: { 'if-none-match': '"v1"' } });
    expect(headers).toEqual(expect.arrayContaining([['etag', '"v1"']]));
    expect(body).toHaveLength(0);
    expect(site.asked).toHaveLength(1);
  });

  it("passes the client's condition on if nothing is stored", async () => {
    const site = scenario();
    site.reply(NOT_MODIFIED);
    expect((await site.get({ headers: { 'if-none-match': '"x"' } })).status).toBe(304);
    expect(site.asked[0]?.headers).toEqual({ 'if-none-match': '"x"' });
  });

  it('4.3.5 a HEAD response updates what is stored if it describes the same', async () => {
    const site = scenario();
    site.reply(cc('max-age=60', ETAG), { headers: { 'cache-control': 'max-age=600', ...ETAG } });
    await site.get();
    site.after(61);
    await site.get({ method: 'HEAD' });
    expect(site.asked[1]?.headers).toEqual({});
    expect(await site.get()).toMatchObject({ source: 'cache', body: Buffer.from('first') });
  });

  it('4.3.5 a HEAD response that describes something else removes it', async () => {
    const site = scenario();
    site.reply(cc('max-age=60', ETAG), { headers: { etag: '"v2"' } });
    await site.get();
    site.after(61);
    await site.get({ method: 'HEAD' });
    expect(await site.store.get('https://site.test/a')).toEqual([]);
  });
});

describe('4.4 Invalidation', () => {
  const invalidates = async (method: string, reply: Reply, path = '/a'): Promise<boolean> => {
    const site = scenario();
    site.reply(cc('max-age=60'), reply, { body: 'new' });
    await site.get({ path });
    await site.get({ method });
    return (await site.get({ path })).source === 'network';
  };

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'M-SEARCH'])('%s invalidates its URL', async (method) => {
    expect(await invalidates(method, { status: 204 })).toBe(true);
    expect(await invalidates(method, { status: 303 })).toBe(true);
  });

  it.each([400, 404, 500])('an unsafe request that ends with %i does not', async (status) => {
    expect(await invalidates('POST', { status })).toBe(false);
  });

  it('OPTIONS does not', async () => {
    expect(await invalidates('OPTIONS', {})).toBe(false);
  });

  it.each(['location', 'content-location'])('%s is invalidated, too, on the same origin', async (name) => {
    expect(await invalidates('POST', { headers: { [name]: '/b' } }, '/b')).toBe(true);
    expect(await invalidates('POST', { headers: { [name]: 'https://site.test/b#part' } }, '/b')).toBe(true);
    expect(await invalidates('POST', { headers: { [name]: 'https://other.test/b' } }, '/b')).toBe(false);
    expect(await invalidates('POST', { headers: { [name]: 'http://site.test/b' } }, '/b')).toBe(false);
  });
});

describe('5.2 Cache-Control', () => {
  const asking = (value: string): Asked => ({ headers: { 'cache-control': value } });
  check({
    'names are case-insensitive': { first: cc('MaX-aGe=60'), source: 'cache' },
    'arguments may be quoted': { first: cc('max-age="60"'), source: 'cache' },
    'unknown directives are ignored (5.2.3)': {
      first: cc('foo, bar="max-age=1, no-store", max-age=60'),
      after: 5,
      source: 'cache',
    },
    'directives inside quotes are not directives': {
      first: cc('max-age=1, ext="max-age=60"'),
      after: 5,
      source: 'network',
    },
    'request max-age (5.2.1.1)': { first: cc('max-age=60'), after: 11, then: asking('max-age=10'), source: 'network' },
    'request max-age, young enough (5.2.1.1)': {
      first: cc('max-age=60'),
      after: 10,
      then: asking('max-age=10'),
      source: 'cache',
    },
    'request max-stale (5.2.1.2)': {
      first: cc('max-age=60'),
      after: 70,
      then: asking('max-stale=10'),
      source: 'cache',
    },
    'request max-stale, too stale (5.2.1.2)': {
      first: cc('max-age=60'),
      after: 71,
      then: asking('max-stale=10'),
      source: 'network',
    },
    'request max-stale without a number (5.2.1.2)': {
      first: cc('max-age=60'),
      after: 9_999,
      then: asking('max-stale'),
      source: 'cache',
    },
    'request min-fresh (5.2.1.3)': {
      first: cc('max-age=60'),
      after: 51,
      then: asking('min-fresh=10'),
      source: 'network',
    },
    'request min-fresh, fresh enough (5.2.1.3)': {
      first: cc('max-age=60'),
      after: 50,
      then: asking('min-fresh=10'),
      source: 'cache',
    },
    'request no-cache (5.2.1.4)': { first: cc('max-age=60', ETAG), then: asking('no-cache'), source: 'validated' },
    'request no-store gets nothing from the store (5.2.1.5)': {
      first: cc('max-age=60'),
      then: asking('no-store'),
      source: 'network',
    },
    'request only-if-cached (5.2.1.7)': { first: cc('max-age=60'), then: asking('only-if-cached'), source: 'cache' },
    'request only-if-cached, stale (5.2.1.7)': {
      first: cc('max-age=60'),
      after: 61,
      then: asking('only-if-cached'),
      source: 'refused',
    },
    'request directives that cannot be read are strict': {
      first: cc('max-age=60'),
      then: asking('max-age=x'),
      source: 'network',
    },
    'unknown request directives are ignored': {
      first: cc('max-age=60'),
      then: asking('nothing-to-see'),
      source: 'cache',
    },
    'Pragma is ignored (5.4)': { first: cc('max-age=60'), then: { headers: { pragma: 'no-cache' } }, source: 'cache' },
    'stale-while-revalidate is not used: no request is sent in the background': {
      first: cc('max-age=1, stale-while-revalidate=600', ETAG),
      after: 5,
      source: 'validated',
    },
  });

  it('only-if-cached without a stored response is a 504, and nothing is sent', async () => {
    const site = scenario();
    expect(await site.get(asking('only-if-cached'))).toMatchObject({ status: 504, source: 'refused' });
    expect(site.asked).toHaveLength(0);
  });

  it('5.5 no Warning is generated', async () => {
    const site = scenario();
    site.reply(cc('max-age=60'));
    await site.get();
    site.after(61);
    expect(headerOf(await site.get(asking('max-stale')), 'warning')).toBeUndefined();
  });
});

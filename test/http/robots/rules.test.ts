import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decidingRule } from '../../../src/http/robots/match-rules.js';
import { rulesFor } from '../../../src/http/robots/robots-file.js';

function isAllowed(file: string | readonly string[], agent: string, path: string): boolean {
  const text = typeof file === 'string' ? file : file.join('\n');
  return decidingRule(rulesFor(text, agent), new URL(path, 'http://site.test/'))?.allows ?? true;
}

/** Paths that one crawler may and may not fetch. */
interface Case {
  readonly file: string | readonly string[];
  readonly agent?: string;
  readonly allowed?: readonly string[];
  readonly refused?: readonly string[];
}

const FOR_BOT = 'User-agent: TestBot';

function check(cases: Readonly<Record<string, Case>>): void {
  it.each(Object.entries(cases))('%s', (_, { file, agent = 'TestBot', allowed = [], refused = [] }) => {
    for (const path of allowed) expect([path, isAllowed(file, agent, path)]).toEqual([path, true]);
    for (const path of refused) expect([path, isAllowed(file, agent, path)]).toEqual([path, false]);
  });
}

describe('lines (RFC 9309 section 2.2)', () => {
  check({
    'have a name, a colon and a value': { file: [FOR_BOT, 'Disallow: /'], refused: ['/a'] },
    'with unknown names are ignored': { file: ['foo: TestBot', 'bar: /'], allowed: ['/a'] },
    'may miss the colon': { file: ['user-agent TestBot', 'disallow /'], refused: ['/a'] },
    'of three words without a colon are ignored': { file: [FOR_BOT, 'disallow / please'], allowed: ['/a'] },
    'have names in any case': {
      file: ['uSeR-aGeNt: TestBot', 'AlLoW: /x/', 'dIsAlLoW: /'],
      allowed: ['/x/y'],
      refused: ['/a'],
    },
    'may have spaces everywhere': {
      file: ['  User-agent \t:  TestBot  ', '\tDisallow  : /a  '],
      refused: ['/a'],
      allowed: ['/b'],
    },
    'end with LF': { file: `${FOR_BOT}\nDisallow: /`, refused: ['/a'] },
    'end with CR LF': { file: `${FOR_BOT}\r\nDisallow: /\r\n`, refused: ['/a'] },
    'end with CR': { file: `${FOR_BOT}\rDisallow: /\r`, refused: ['/a'] },
    'end in different ways': { file: `${FOR_BOT}\nAllow: /p\r\n\r\nDisallow: /\r`, refused: ['/a'], allowed: ['/p'] },
    'may follow a byte order mark': { file: `\uFEFF${FOR_BOT}\nDisallow: /`, refused: ['/a'] },
    'may follow part of a byte order mark': {
      file: Buffer.concat([Buffer.from([0xef, 0xbb]), Buffer.from(`${FOR_BOT}\nDisallow: /`)]).toString(),
      refused: ['/a'],
    },
    'with a mark in the middle are ignored': { file: [FOR_BOT, '\uFEFFDisallow: /'], allowed: ['/a'] },
    'with garbage before the name are ignored': { file: ['\u0011User-agent: TestBot', 'Disallow: /'], allowed: ['/a'] },
    'of no file allow everything': { file: '', allowed: ['/a'] },
  });
});

describe('groups (RFC 9309 section 2.2.1)', () => {
  const several = [
    'Allow: /nobody/',
    '',
    'User-agent: One',
    'Disallow: /',
    'Allow: /x/',
    'User-agent: Two',
    'Disallow: /',
    'Allow: /y/',
    '',
    'Allow: /w/',
    'User-agent: Three',
    '',
    'User-agent: One',
    'Allow: /z/',
    'Disallow: /',
  ];
  check({
    'of one agent are merged': {
      file: several,
      agent: 'One',
      allowed: ['/x/b', '/z/d'],
      refused: ['/y/c', '/nobody/'],
    },
    'end at the next agent, not at an empty line': {
      file: several,
      agent: 'Two',
      allowed: ['/y/c', '/w/a'],
      refused: ['/z/d', '/nobody/'],
    },
    'can have several agents': { file: several, agent: 'Three', allowed: ['/z/d'], refused: ['/nobody/'] },
    'are found in any case': { file: ['User-agent: TESTBOT', 'Disallow: /'], agent: 'testbot', refused: ['/a'] },
    'are found by the token before a space': { file: ['User-agent: TestBot Images', 'Disallow: /'], refused: ['/a'] },
    'are found by the token before a version': { file: ['User-agent: TestBot/2.1', 'Disallow: /'], refused: ['/a'] },
    'of a longer token are for others': { file: ['User-agent: TestBotImages', 'Disallow: /'], allowed: ['/a'] },
    'of a shorter token are for others': { file: ['User-agent: Test', 'Disallow: /'], allowed: ['/a'] },
    'for * are for those without one': {
      file: ['User-agent: *', 'Disallow: /x/', FOR_BOT, 'Disallow: /y/'],
      allowed: ['/x/p'],
      refused: ['/y/p'],
    },
    'for * apply to everyone else': {
      file: ['User-agent: *', 'Disallow: /x/', FOR_BOT, 'Disallow: /y/'],
      agent: 'Else',
      allowed: ['/y/p'],
      refused: ['/x/p'],
    },
    'for * are merged': {
      file: ['User-agent: *', 'Disallow: /a', 'User-agent: *', 'Disallow: /b'],
      refused: ['/a', '/b'],
    },
    'without rules allow everything': { file: ['User-agent: *', 'Disallow: /', FOR_BOT], allowed: ['/a'] },
    'are not ended by other records': {
      file: ['User-agent: One', 'Sitemap: https://site.test/map.xml', 'Crawl-delay: 3', FOR_BOT, 'Disallow: /'],
      agent: 'One',
      refused: ['/a'],
    },
    'for other agents only do not apply': { file: ['User-agent: One', 'Disallow: /'], allowed: ['/a'] },
  });
});

describe('the deciding rule (RFC 9309 section 2.2.2)', () => {
  check({
    'is the longest: disallow': { file: [FOR_BOT, 'Disallow: /x/page.html', 'Allow: /x/'], refused: ['/x/page.html'] },
    'is the longest: allow': {
      file: [FOR_BOT, 'Allow: /x/page.html', 'Disallow: /x/'],
      allowed: ['/x/page.html'],
      refused: ['/x/'],
    },
    'allows if two are equal': {
      file: [FOR_BOT, 'Disallow: /x/page.html', 'Allow: /x/page.html'],
      allowed: ['/x/page.html'],
    },
    'allows if two are equal, in any order': { file: [FOR_BOT, 'Allow: /', 'Disallow: /'], allowed: ['/a'] },
    'is not one without a pattern': { file: [FOR_BOT, 'Disallow:', 'Allow:'], allowed: ['/a'] },
    'is compared with the path': { file: [FOR_BOT, 'Disallow: /x', 'Allow: /x/'], allowed: ['/x/'], refused: ['/x'] },
    'counts wildcards': {
      file: [FOR_BOT, 'Allow: /page', 'Disallow: /*.html'],
      allowed: ['/page'],
      refused: ['/page.html'],
    },
    'counts wildcards, the other way': {
      file: [FOR_BOT, 'Allow: /x/page.', 'Disallow: /*.html'],
      allowed: ['/x/page.html'],
      refused: ['/x/y.html'],
    },
    'is case-sensitive': { file: [FOR_BOT, 'Disallow: /X/'], allowed: ['/x/y'], refused: ['/X/y'] },
    'of the RFC, section 5.1': {
      file: [
        'User-Agent: *',
        'Disallow: *.gif$',
        'Disallow: /example/',
        'Allow: /publications/',
        'User-Agent: TestBot',
        'Disallow:/',
        'Allow:/example/page.html',
        'Allow:/example/allowed.gif',
      ],
      allowed: ['/example/page.html', '/example/allowed.gif'],
      refused: ['/publications/', '/other.gif'],
    },
    'of the RFC, section 5.1, for others': {
      file: [
        'User-Agent: *',
        'Disallow: *.gif$',
        'Disallow: /example/',
        'Allow: /publications/',
        'User-Agent: foobot',
        'Disallow:/',
      ],
      allowed: ['/publications/a', '/gif'],
      refused: ['/a/picture.gif', '/example/'],
    },
    'of the RFC, section 5.2': {
      file: ['User-Agent: TestBot', 'Allow: /example/page/', 'Disallow: /example/page/disallowed.gif'],
      allowed: ['/example/page/'],
      refused: ['/example/page/disallowed.gif'],
    },
  });
});

describe('special characters (RFC 9309 section 2.2.3)', () => {
  check({
    '* is any text, also none': {
      file: [FOR_BOT, 'Disallow: /foo/*/qux'],
      refused: ['/foo/bar/qux', '/foo//qux', '/foo/a/b/qux?c'],
      allowed: ['/foo/qux', '/foo/bar/quz'],
    },
    '* at the end changes nothing': {
      file: [FOR_BOT, 'Disallow: /', 'Allow: /fish*'],
      allowed: ['/fish', '/fish.html', '/fishheads/yummy.html', '/fish.html?id=x'],
      refused: ['/Fish.asp', '/catfish', '/?id=fish'],
    },
    '$ is the end': {
      file: [FOR_BOT, 'Disallow: /foo/bar$'],
      refused: ['/foo/bar'],
      allowed: ['/foo/bar/', '/foo/bar/qux', '/foo/bar?x'],
    },
    '$ elsewhere is a character': {
      file: [FOR_BOT, 'Disallow: /a$b'],
      refused: ['/a$b', '/a$bc'],
      allowed: ['/a', '/ab'],
    },
    '* and $ together': {
      file: [FOR_BOT, 'Disallow: /', 'Allow: /*.php$'],
      allowed: ['/a.php', '/folder/a.php', '/a.php.php'],
      refused: ['/a.php?x', '/a.php/', '/a.php5', '/php/', '/a.PHP'],
    },
    'the end does not overlap with what is before *': {
      file: [FOR_BOT, 'Disallow: /aba*ba$'],
      allowed: ['/aba'],
      refused: ['/ababa', '/aba-ba'],
    },
    'only the first page': { file: [FOR_BOT, 'Allow: /$', 'Disallow: /'], allowed: ['/'], refused: ['/page.html'] },
    '# begins a comment': {
      file: [FOR_BOT, '# Disallow: /', 'Disallow: /foo/quz#qux', 'Allow: /'],
      allowed: ['/foo/bar'],
      refused: ['/foo/quz'],
    },
    'a pattern that is only *': { file: [FOR_BOT, 'Disallow: *'], refused: ['/', '/a'] },
    'escaped ones are themselves': {
      file: [FOR_BOT, 'Disallow: /path/file-with-a-%2A.html', 'Disallow: /path/foo-%24'],
      refused: ['/path/file-with-a-*.html', '/path/foo-$'],
      allowed: ['/path/file-with-a-x.html'],
    },
  });

  it('a pattern matches what the regular expression of the same meaning matches', () => {
    const text = (...characters: string[]): fc.Arbitrary<string> =>
      fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text('a', 'b', '/', '*'), fc.boolean(), text('a', 'b', '/'), (middle, isWhole, path) => {
        const pattern = `/${middle}`;
        const meaning = new RegExp(`^${pattern.replaceAll('*', '.*')}${isWhole ? '$' : ''}`);
        const file = `${FOR_BOT}\nDisallow: ${pattern}${isWhole ? '$' : ''}`;
        // A second slash at the beginning would be a host.
        const url = `/${path.replace(/^\/+/, '')}`;
        expect(isAllowed(file, 'TestBot', url)).toBe(!meaning.test(url));
      }),
    );
  });

  it('many wildcards do not take long', () => {
    const file = [FOR_BOT, `Disallow: /${'*a'.repeat(500)}b$`].join('\n');
    const begun = process.cpuUsage();
    expect(isAllowed(file, 'TestBot', `/${'a'.repeat(2_000)}`)).toBe(true);
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
  });

  it('long lines do not take long', () => {
    const file = `${FOR_BOT}\n${' '.repeat(400_000)}x\nDisallow${' '.repeat(90_000)}: /`;
    const begun = process.cpuUsage();
    expect(isAllowed(file, 'TestBot', '/a')).toBe(false);
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
  });
});

describe('percent-encoding (RFC 9309 section 2.2.2)', () => {
  check({
    'reserved characters are compared as they are': {
      file: [FOR_BOT, 'Disallow: /', 'Allow: /foo/bar?baz=https://foo.bar?tar&par'],
      allowed: ['/foo/bar?baz=https://foo.bar?tar&par'],
      refused: ['/foo/bar'],
    },
    'other characters are encoded in the rule': {
      file: [FOR_BOT, 'Disallow: /', 'Allow: /foo/bar/ツ'],
      allowed: ['/foo/bar/%E3%83%84', '/foo/bar/%e3%83%84'],
    },
    'other characters are encoded in the URL': {
      file: [FOR_BOT, 'Disallow: /', 'Allow: /foo/bar/%E3%83%84'],
      allowed: ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
    },
    // The RFC demands it. Google's parser leaves this to the author of the file.
    'unreserved characters are decoded': {
      file: [FOR_BOT, 'Disallow: /', 'Allow: /foo/bar/%62%61%7A'],
      allowed: ['/foo/bar/baz', '/foo/bar/%62%61%7A'],
    },
    'escapes are the same in any case': { file: [FOR_BOT, 'Disallow: /%aa'], refused: ['/%AA', '/%aa'] },
    'an escaped slash is not a slash': { file: [FOR_BOT, 'Disallow: /a/b'], allowed: ['/a%2Fb'] },
  });
});

describe('Crawl-delay', () => {
  it.each([
    ['Crawl-delay: 10', 10_000],
    ['crawl-delay: 0.5', 500],
    ['Crawl-delay: 2\nCrawl-delay: 7', 7_000],
    ['Crawl-delay: soon', undefined],
    ['Request-rate: 5', undefined],
    ['Crawl-delay: -1', undefined],
  ])('%j asks for %s ms', (lines, expected) => {
    expect(rulesFor(`User-agent: *\n${lines}\nDisallow: /a`, 'TestBot').crawlDelayMs).toBe(expected);
  });

  it('is that of the group', () => {
    const file = 'User-agent: *\nCrawl-delay: 9\nDisallow: /b\nUser-agent: TestBot\nDisallow: /a';
    expect(rulesFor(file, 'TestBot').crawlDelayMs).toBeUndefined();
    expect(rulesFor(file, 'Else').crawlDelayMs).toBe(9_000);
  });
});

import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../src/http/index.js';

function read(contentType: string | undefined, body: Buffer | string): ReturnType<typeof decodeText> {
  return decodeText({
    headers: contentType === undefined ? {} : { 'content-type': contentType },
    body: Buffer.from(body as string),
  });
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('the charset of a page', () => {
  it.each([
    ['the byte order mark', 'text/html; charset=latin1', '\uFEFFé', ['é', 'utf-8', 'bom']],
    ['UTF-16BE with a mark', undefined, Buffer.from([0xfe, 0xff, 0x00, 0xe9]), ['é', 'utf-16be', 'bom']],
    ['UTF-16 with a mark', undefined, Buffer.from('\uFEFFé', 'utf16le'), ['é', 'utf-16le', 'bom']],
    ['the header', 'text/html; charset=ISO-8859-1', latin('é'), ['é', 'windows-1252', 'header']],
    ['a quoted header', 'text/plain; charset="koi8-r"', Buffer.from([0xc1]), ['а', 'koi8-r', 'header']],
    [
      'the header before meta',
      'text/html; charset=utf-8',
      '<meta charset=latin1>é',
      ['<meta charset=latin1>é', 'utf-8', 'header'],
    ],
    ['meta', 'text/html', latin('<meta charset="latin1">é'), ['<meta charset="latin1">é', 'windows-1252', 'meta']],
    [
      'http-equiv',
      'text/html',
      latin('<meta http-equiv=x content="text/html; charset=windows-1252">é'),
      [undefined, 'windows-1252', 'meta'],
    ],
    ['meta that claims UTF-16', 'text/html', '<meta charset=utf-16>é', [undefined, 'utf-8', 'meta']],
    ['no meta in JSON', 'application/json', '"<meta charset=latin1>é"', ['"<meta charset=latin1>é"', 'utf-8', 'guess']],
    [
      'the XML prolog',
      'application/xml',
      latin('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>'),
      [undefined, 'windows-1252', 'xml'],
    ],
    ['an unknown label', 'text/html; charset=klingon', 'é', ['é', 'utf-8', 'guess']],
    ['nothing, UTF-8', undefined, 'é', ['é', 'utf-8', 'guess']],
    ['nothing, not UTF-8', undefined, latin('é'), ['é', 'windows-1252', 'guess']],
  ])('is taken from %s', (_, contentType, body, [text, charset, declaredBy]) => {
    const page = read(contentType, body);
    expect([page.charset, page.declaredBy, page.problem]).toEqual([charset, declaredBy, undefined]);
    if (text === undefined) expect(page.text).toContain('é');
    else expect(page.text).toBe(text);
  });

  it('that is wrong is reported: bytes that are not UTF-8', () => {
    expect(read('text/html; charset=utf-8', latin('Münze 5 €'))).toMatchObject({
      problem: 'invalid_bytes',
      text: expect.stringContaining('\uFFFD') as string,
    });
  });

  it('that is wrong is reported: UTF-8 that claims to be Latin-1', () => {
    expect(read('text/html; charset=iso-8859-1', 'Münze')).toMatchObject({
      problem: 'looks_like_utf8',
      text: 'MÃ¼nze',
    });
    expect(read('text/html; charset=iso-8859-1', 'plain')).toMatchObject({ problem: undefined });
    expect(read('text/html; charset=iso-8859-1', latin('Münze'))).toMatchObject({ problem: undefined, text: 'Münze' });
  });
});

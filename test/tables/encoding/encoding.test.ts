import { expect, test } from 'vitest';
import { encode } from '../../../bench/shapes/encode.js';
import { createDecode, decodeHead } from '../../../src/tables/encoding/decode.js';
import { namedEncoding } from '../../../src/tables/encoding/named-encoding.js';
import { detectEncoding } from '../../../src/tables/encoding/detect-encoding.js';

const TEXT = 'name,Größe\nMüller,1\n';
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const head = (bytes: Uint8Array, isWhole = true) => ({ bytes, isWhole, fileBytes: bytes.length });

test.each([
  ['UTF-8', Buffer.from(TEXT), 'utf-8', 'certain'],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`), 'utf-8-sig', 'certain'],
  ['UTF-16 with a mark, little-endian', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'utf-16', 'certain'],
  ['UTF-16 with a mark, big-endian', utf16be(`\ufeff${TEXT}`), 'utf-16', 'certain'],
  ['UTF-16 without a mark, little-endian', Buffer.from(TEXT, 'utf16le'), 'utf-16-le', 'likely'],
  ['UTF-16 without a mark, big-endian', utf16be(TEXT), 'utf-16-be', 'likely'],
  ['Latin-1', Buffer.from(TEXT, 'latin1'), 'latin-1', 'likely'],
])('%s is recognised and read', (_what, bytes, name, confidence) => {
  const encoding = detectEncoding(head(bytes));
  expect(encoding).toMatchObject({ name, confidence });
  expect(encoding && decodeHead(head(bytes), encoding)).toBe(TEXT);
});

test('the euro sign and the quotes of Windows tell CP1252 from Latin-1', () => {
  const bytes = Buffer.from('preis,5 \x80 \x84M\xfcller\x93 \xe4\xf6', 'latin1');
  const encoding = detectEncoding(head(bytes));
  expect(encoding?.name).toBe('cp1252');
  expect(encoding && decodeHead(head(bytes), encoding)).toBe('preis,5 € „Müller“ äö');
});

test('Japanese in Shift-JIS is recognised by its kana', () => {
  // 名前,やまだ
  const bytes = Buffer.from('96bc914f2c82e282dc82be0a', 'hex');
  const encoding = detectEncoding(head(bytes));
  expect(encoding).toMatchObject({ name: 'shift_jis', confidence: 'likely' });
  expect(encoding && decodeHead(head(bytes), encoding)).toBe('名前,やまだ\n');
});

test('two letters of Latin-1 that would make a kanji are no Japanese', () => {
  expect(detectEncoding(head(Buffer.from('\xe9lan vital, \xe9t\xe9 \xe0 Paris\n', 'latin1')))?.name).toBe('latin-1');
});

test('plain ASCII is certain only when all of it was seen', () => {
  expect(detectEncoding(head(Buffer.from('abc'), true))?.confidence).toBe('certain');
  expect(detectEncoding(head(Buffer.from('abc'), false))?.confidence).toBe('likely');
});

test('a character that the cut goes through does not make UTF-8 something else', () => {
  const cut = Buffer.from('aé€').subarray(0, -1);
  expect(detectEncoding(head(cut, false))?.name).toBe('utf-8');
  expect(detectEncoding(head(cut, true))?.name).not.toBe('utf-8');
});

test('bytes with a NUL, or full of controls, are no text; colours of a terminal are', () => {
  expect(detectEncoding(head(Buffer.from('ab\0cd')))).toBeNull();
  expect(detectEncoding(head(Buffer.from(new Uint16Array([1, 2, 3, 500, 6]).buffer)))).toBeNull();
  expect(detectEncoding(head(Buffer.from('\x02\x03\x04abc')))).toBeNull();
  expect(detectEncoding(head(Buffer.from('\x1b[31mred\x1b[0m')))?.name).toBe('utf-8');
});

test.each([
  ['CP1251', 'cp1251', Buffer.from('c8ece93bc3eef0eee40ac0ededf33bccf1eae2e00a', 'hex')],
  ['KOI8-R', 'koi8_r', Buffer.from('e9cdd13be7cfd2cfc40ae1cececb3bedcfd3cbd7c10a', 'hex')],
  ['EUC-KR', 'euc_kr', Buffer.from('c0ccb8a73bb5b5bdc30ab1e8c3b6bcf63bbcadbfef0a', 'hex')],
  ['GBK', 'gbk', Buffer.from('d0d5c3fb3bb3c7cad00ad5c5c8fd3bb1b1bea90a', 'hex')],
  ['EUC-JP', 'euc_jp', Buffer.from('cccc2ca4e4a4dea4c00aa4cfa4ca2ca4e2a4ea0a', 'hex')],
])('%s is recognised where its letters make up words', (_what, name, bytes) => {
  expect(detectEncoding(head(bytes))).toMatchObject({ name, confidence: 'likely' });
});

test('a few bad bytes among characters of UTF-8 do not make it another encoding', () => {
  expect(detectEncoding(head(Buffer.concat([Buffer.from('Größe Müller '), Buffer.from([0xfc])])))).toMatchObject({
    name: 'utf-8',
    confidence: 'likely',
  });
});

test.each([
  ['windows-1252', 'it’s “nice” – 5 €'],
  ['windows-1252', '£5;20 °C;½;100 µg;A–B'],
  ['windows-1252', 'Müller;García;François;São;Ørsted;Åsa'],
  ['windows-1252', 'KÖLN;MÜNCHEN;ÄÖÜ'],
  ['windows-1252', 'perché;città;più;così'],
  ['windows-1250', 'Żółć;Łódź'],
  ['windows-1250', 'Příliš žluťoučký kůň'],
  ['windows-1250', 'Gergő;Hódmezővásárhely;Győr;jövő'],
  ['iso-8859-2', 'Świętokrzyskie;Śląskie'],
  ['windows-1254', 'Ayşe;Oğuz;İstanbul;Açıklama'],
  ['windows-1257', 'Šiauliai;Klaipėda;Panevėžys'],
  ['windows-1251', 'МОСКВА;КАЗАНЬ'],
  ['windows-1251', 'Київ;Львів;Одеса;Харків'],
  ['ibm866', 'Москва;Казань'],
  ['iso-8859-5', 'Москва;Казань'],
  ['windows-1253', 'Ελλάδα;Αθήνα'],
  ['windows-1255', 'ישראל;חיפה'],
  ['windows-1256', 'مصر;السعودية'],
  ['windows-874', 'ประเทศไทย'],
  ['macintosh', 'Müller;Größe;Straße'],
  ['macintosh', 'Crème brûlée;Noël;élève'],
  ['shift_jis', '東京都,大阪市'],
  ['big5', '姓名,年齡;陳大文'],
  ['gbk', '姓名,年龄;张伟'],
  ['utf-16le', 'Номер;Имя\n1;Анна\n'],
])('a text in %s is told by its letters: %s', (encoding, text) => {
  const bytes = encode(`${text}\n`, encoding);
  const found = detectEncoding(head(bytes));
  expect(found && decodeHead(head(bytes), found)).toBe(`${text}\n`);
  // What a report says can be said with --encoding.
  const named = namedEncoding(found?.name ?? '', bytes);
  expect(decodeHead(head(bytes), named)).toBe(`${text}\n`);
});

test.each([
  [
    'CP850',
    'cp850',
    'Kunde;Straße\nJürgen Müller;Große Gasse\n',
    '4b756e64653b53747261e1650a4a817267656e204d816c6c65723b47726fe1652047617373650a',
  ],
  ['CP850', 'cp850', 'João;São Paulo\nJosé;Málaga\n', '4a6fc66f3b53c66f205061756c6f0a4a6f73823b4da06c6167610a'],
  ['CP437', 'cp850', 'Zoë;Besançon\nPeñón;Forêt\n', '5a6f893b426573616e876f6e0a5065a4a26e3b466f7288740a'],
  ['CP852', 'cp852', 'Imię;Łódź\nŁukasz;Gdańsk\n', '496d69a93b9da264ab0a9d756b61737a3b476461e4736b0a'],
  ['EUC-JP without kana', 'euc_jp', '氏名;都市\n山田太郎;東京\n', 'bbe1ccbe3bc5d4bbd40abbb3c5c4c2c0cfba3bc5ecb5fe0a'],
  [
    'GBK',
    'gbk',
    '姓名;地址\n王伟;朝阳区建国路一号\n',
    'd0d5c3fb3bb5d8d6b70acdf5ceb03bb3afd1f4c7f8bda8b9fac2b7d2bbbac50a',
  ],
  [
    'UTF-32 with a mark',
    'utf-32',
    'Größe;1\n',
    'fffe00004700000072000000f6000000df000000650000003b000000310000000a000000',
  ],
  [
    'UTF-32, little-endian',
    'utf-32-le',
    'Größe;1\n',
    '4700000072000000f6000000df000000650000003b000000310000000a000000',
  ],
  ['UTF-32, big-endian', 'utf-32-be', 'Größe;1\n', '0000004700000072000000f6000000df000000650000003b000000310000000a'],
])('%s is recognised as %s and read: %s', (_what, name, text, hex) => {
  const bytes = Buffer.from(hex, 'hex');
  const found = detectEncoding(head(bytes));
  expect(found?.name).toBe(name);
  expect(found && decodeHead(head(bytes), found)).toBe(text);
  expect(decodeHead(head(bytes), namedEncoding(name, bytes))).toBe(text);
});

test('katakana of one byte each leave a text Shift-JIS, as the files of Japanese banks have them', () => {
  const bytes = Buffer.from('8cfb8dc03b96bc8b600a958192ca3bd4cfc0de20cac5ba0a93968dc03bbdbddeb70a', 'hex');
  const found = detectEncoding(head(bytes));
  expect(found && decodeHead(head(bytes), found)).toBe('口座;名義\n普通;ﾔﾏﾀﾞ ﾊﾅｺ\n当座;ｽｽﾞｷ\n');
});

test('UTF-32 is decoded in pieces of any size, and half a character at the end is none', () => {
  const bytes = Buffer.concat(
    [Uint32Array.from([0xfeff, 0x61, 0x1f600, 0xd800])].map(({ buffer }) => Buffer.from(buffer)),
  );
  const decode = createDecode({ label: 'utf-32le' });
  const pieces = [...bytes].map((byte) => decode(Uint8Array.of(byte), false));
  expect(pieces.join('') + decode(Uint8Array.of(0x61), true)).toBe('a😀\ufffd\ufffd');
});

test('NULs that values or the end of a file are filled up with leave it a text', () => {
  expect(detectEncoding(head(Buffer.from('id,name\n1,ab\0\0\0\n')))?.name).toBe('utf-8');
  expect(detectEncoding(head(Buffer.from('id,name\n1,a\n\0\0\0\0')))?.name).toBe('utf-8');
  expect(detectEncoding(head(Buffer.from('\0\0\0\0\0\0\0\n')))).toBeNull();
});

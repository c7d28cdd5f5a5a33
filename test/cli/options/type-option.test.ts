import { describe, expect, it } from 'vitest';
import { readingOptions } from '../../../src/cli/options/reading-options.js';
import { parseTypeOption, typeOptionText } from '../../../src/cli/options/type-option.js';

describe('--type', () => {
  it.each([
    ['zip=string', ['zip', { type: 'string', format: null }]],
    ['day=date:%d/%m/%Y', ['day', { type: 'date', format: '%d/%m/%Y' }]],
    ['at=datetime:%d.%m.%Y %H:%M', ['at', { type: 'datetime', format: '%d.%m.%Y %H:%M' }]],
    ['net=decimal(12,2):1.234,56', ['net', { type: 'decimal(12,2)', format: '1.234,56' }]],
    ['paid=bool:yes/no', ['paid', { type: 'bool', format: 'yes/no' }]],
    ['a=b=int', ['a=b', { type: 'int', format: null }]],
    ['a=b=c=date:%Y=%m=%d', ['a=b=c', { type: 'date', format: '%Y=%m=%d' }]],
    ['=x=string', ['=x', { type: 'string', format: null }]],
  ])('reads %s', (text, expected) => {
    expect(parseTypeOption(text)).toEqual(expected);
  });

  it.each(['zip', '=int', 'a=itn', 'a='])('refuses %s, which names no column or no type', (text) => {
    expect(() => parseTypeOption(text)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', message: `--type cannot be '${text}'` }) as Error,
    );
  });

  it.each([
    ['a=date:%Q', 'CONTRACT_INVALID'],
    ['a=string:%Y', 'CONTRACT_INVALID'],
    ['a=int:%Y', 'OPTION_INVALID'],
  ])('refuses %s, whose format does not fit the type', (text, code) => {
    expect(() => parseTypeOption(text)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('is what a run is started with', () => {
    const { types } = readingOptions({ type: ['a=b=string', 'n=int:1.234,56'] });
    expect([...types]).toEqual([
      ['a=b', { type: 'string', format: null }],
      ['n', { type: 'int', format: '1.234,56' }],
    ]);
  });

  it.each([
    ['day', { type: 'date', format: '%d/%m/%Y' }, '--type day=date:%d/%m/%Y'],
    ["it's", { type: 'decimal(12,2)', format: null }, `--type 'it'\\''s=decimal(12,2)'`],
  ])('is suggested for %s as it can be pasted into a shell', (name, override, text) => {
    expect(typeOptionText(name, override)).toBe(text);
  });
});

import { describe, expect, it } from 'vitest';
import { parseTypeOverride } from '../../../src/tables/infer/type-override.js';

describe('--type', () => {
  it.each([
    ['zip=string', ['zip', { type: 'string', format: null }]],
    ['day=date:%d/%m/%Y', ['day', { type: 'date', format: '%d/%m/%Y' }]],
    ['at=datetime:%d.%m.%Y %H:%M', ['at', { type: 'datetime', format: '%d.%m.%Y %H:%M' }]],
    ['net=decimal(12,2):1.234,56', ['net', { type: 'decimal(12,2)', format: '1.234,56' }]],
    ['paid=bool:yes/no', ['paid', { type: 'bool', format: 'yes/no' }]],
    ['a=b=int', ['a=b', { type: 'int', format: null }]],
  ])('reads %s', (text, expected) => {
    expect(parseTypeOverride(text)).toEqual(expected);
  });

  it.each([
    ['zip', '--type zip names no column and type'],
    ['=int', '--type =int names no column and type'],
    ['a=itn', '--type a=itn names no column and type'],
    ['a=date:%Q', 'has %Q, which is not read here'],
    ['a=string:%Y', "'format' is for date, datetime, time and bool"],
    ['a=int:%Y', "'%Y' does not show how numbers are written"],
  ])('refuses %s', (text, message) => {
    expect(() => parseTypeOverride(text)).toThrow(message);
  });
});

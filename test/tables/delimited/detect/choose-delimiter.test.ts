import { describe, expect, test } from 'vitest';
import { chooseDelimiter, refineMarks } from '../../../../src/tables/delimited/detect/choose-delimiter.js';
import { dirtOf, type Marks, tryDialect, scoreBeside } from '../../../../src/tables/delimited/detect/dialect-trial.js';
import { fieldTexts, splitRecords } from '../../../../src/tables/delimited/detect/split-records.js';
import { grammarOf } from '../../../../src/tables/delimited/read/grammar.js';
import { textSample } from '../../../../src/tables/text/text-samples.js';
import { DIALECT } from '../read/tokenized.js';

const sampleOf = (text: string) => textSample(text, { isCut: false, lineEnd: '\n' });
const COMMA: Marks = { delimiter: ',', quote: '"', escape: '"' };

describe('the marks that are chosen', () => {
  const chosen = (text: string, given: Partial<Marks> = {}) => {
    const reading = chooseDelimiter(sampleOf(text), given);
    return reading === null ? null : [reading.marks.delimiter, reading.marks.quote, reading.width];
  };

  test.each<[string, string, (string | number | null)[] | null]>([
    ['a tab before a comma', 'a\tb,c\n1\t2,5\n', ['\t', '"', 2]],
    ['a semicolon beside decimal commas', 'a;b\n1,5;2,5\n3,5;4,5\n', [';', '"', 2]],
    ['the wider of two that explain all', 'a;b,c;d,e\n1;2,3;4,5\n', [';', '"', 3]],
    ['a long delimiter, not its parts', 'a||b||c\n1||2||3\n', ['||', '"', 3]],
    ['a short one where the long is a gap', 'a|b|c|d\n1||2|3\n4|5||6\n', ['|', '"', 4]],
    ['a part of a long one that stands by itself as well', 'a|~|b|c\n1|~|2|3\n', ['|', '"', 4]],
    ['no part of a long one, where another separates', 'p|q~~\n', ['|', '"', 2]],
    ['no part of a long one that only a title has', 'x|y\na||b||c\n1||5" p||3\n', ['||', '"', 3]],
    ['colons where nothing else separates', 'a:b:c\n1:2:3\n4:5:6\n', [':', '"', 3]],
    ['no colons of two columns', 'a:b\n1:2\n3:4\n', null],
    ['no colons in times', '10:00:01\n10:00:02\n10:00:03\n', null],
    ['no colons where a line has another number', 'a:b:c\n1:2:3\n4:5\n7:8:9\n', null],
    ['no colons in two lines', 'a:b:c\n1:2:3\n', null],
    ['blanks where nothing else separates', 'a b c\n1 2 3\n4 5 6\n', [' ', '"', 3]],
    ['blanks below one name too few', 'a b\n1 2 3\n4 5 6\n7 8 9\n', [' ', '"', 3]],
    ['no blanks below two names too few', 'a b\n1 2 3 4\n4 5 6 7\n7 8 9 1\n', null],
    ['no blanks that fill up columns', 'a b c\n 1 2\n 4 5\n 7 8\n', null],
    ['no blanks of sentences', 'we met today\nthen we left again\nand so on\n', null],
    ['nothing in words', 'oak\nelm\nfir\n', null],
    ['no quotes where they are data', 'a\tb\n1\t"x" y\n2\t"z" w\n', ['\t', null, 2]],
    ['quotes that go as often right as wrong', 'a,b\n1,"x"\n2,"y" z\n', [',', '"', 2]],
    ['apostrophes in all fields', "a,b\n'1','x,y'\n'2','z,w'\n", [',', "'", 2]],
    ['apostrophes where 1 of 21 goes wrong', `a,b\n${"'x',1\n".repeat(20)}'x' y,2\n`, [',', "'", 2]],
    ['no apostrophes where 1 of 20 goes wrong', `a,b\n${"'x',1\n".repeat(19)}'x' y,2\n`, [',', '"', 2]],
    ['no apostrophe of one word', "a,b\n'tis,1\nx,2\n", [',', '"', 2]],
    ['apostrophes that begin lines', "'1',2\n'3',4\n'5',6\n", [',', "'", 2]],
    ['apostrophes with an escape', `a,b\n${"'it\\'s, or',1\n".repeat(3)}`, [',', "'", 2]],
    ['a blank that belongs to the delimiter', 'a, b, c\n1, 2, 3\n', [', ', '"', 3]],
    ['blanks on both sides of it', 'a | b | c\n1 | 2 | 3\n', [' | ', '"', 3]],
    ['no blank where one is missing', 'a, b, c\n1,2, 3\n', [',', '"', 3]],
  ])('are %s', (_what, text, marks) => {
    expect(chosen(text)).toEqual(marks);
  });

  test('are an escape only where it helps', () => {
    const escapeOf = (text: string) => chooseDelimiter(sampleOf(text), {})?.marks.escape;
    expect(escapeOf('a,b\n"1","2"\n"x" y,3\n4,\\"q\n')).toBe('"');
    expect(escapeOf('a,b\n"1","2"\n"x \\" y",3\n')).toBe('\\');
  });

  test('are those that are given', () => {
    expect(chosen('a;b,c\n1;2,5\n', { delimiter: ',' })).toEqual([',', '"', 2]);
    expect(chosen('a;b;c\n1;2;5\n', { delimiter: ',' })).toEqual([',', '"', 1]);
    expect(chosen("a,b\n'1','2'\n'3','4'\n", { quote: '"' })).toEqual([',', '"', 2]);
    expect(chosen('a,b\n"1",2\n', { quote: null })).toEqual([',', null, 2]);
  });
});

describe('marks are refined', () => {
  const refined = (text: string, marks: Partial<Marks> = {}): Marks => {
    const sample = sampleOf(text);
    return refineMarks(sample, tryDialect(sample, { ...COMMA, ...marks })).marks;
  };
  const pipes = { delimiter: '|' };

  test.each<[string, string, boolean]>([
    ['with both sides', '|a|b|\n|1|2|\n|3|4|\n', true],
    ['with both sides and one row', '|a|b|\n|1|2|\n', true],
    ['with blanks in its sides', ' |a|b| \n |1|2| \n', true],
    ['with the left side only', '|a|b\n|1|2\n|3|4\n', false],
    ['with the right side only', 'a|b|\n1|2|\n3|4|\n', false],
    ['with a right side that is missing once', '|a|b|\n|1|2|x\n|3|4|\n', false],
    ['with a left side that is missing once', '|a|b|\nx|1|2|\n|3|4|\n', false],
    ['with the left side and a rule', '|a|b\n|--|--\n|1|2\n', true],
    ['without sides and with a rule', 'a|b\n---+---\n1|2\n3|4\n', true],
    ['with one line', '|a|b|\n', false],
    ['with quotes in the first field', '""|a|""\n""|1|""\n', false],
  ])('to those of a table that is drawn %s: %s', (_what, text, expected) => {
    expect(refined(text, pipes).isDrawn === true).toBe(expected);
  });

  test('not to a drawn table with other delimiters', () => {
    expect(refined(',a,b,\n,1,2,\n,3,4,\n').isDrawn).toBeUndefined();
    expect(refined(';a;b;\n---;---\n;1;2;\n', { delimiter: ';' }).isDrawn).toBeUndefined();
  });

  test('to escapes before delimiters, where they make rows', () => {
    expect(refined('a,b\n1,x\\,y\n2,z\n3,w\n').bareEscape).toBe(true);
    expect(refined('a,b\n1,C:\\\n2,D:\\\n').bareEscape).toBeUndefined();
    expect(refined('a,b,c\n1,C:\\,x\n2,D:\\,y\n').bareEscape).toBeUndefined();
    expect(refined('1,x\\,y\n2,z\\,w\n3,v\n').bareEscape).toBeUndefined();
  });

  test('to blanks behind delimiters, where all have one', () => {
    expect(refined('a, b\n1, 2\n').delimiter).toBe(', ');
    expect(refined('a , b\n1 , 2\n').delimiter).toBe(' , ');
    expect(refined('a, b\n1,2\n').delimiter).toBe(',');
    expect(refined('a,b\n1,"x, y"\n').delimiter).toBe(',');
    expect(refined('a, b\n1, "x"y\n2, 3\n').delimiter).toBe(',');
    expect(refined('| a | b |\n| 1 | 2 |\n', pipes)).toMatchObject({ delimiter: '|', isDrawn: true });
    expect(refined(' | a | b | \n | 1 | 2 | \n', pipes)).toMatchObject({ delimiter: '|', isDrawn: true });
    expect(refined('a|| b\n1|| 2\n', { delimiter: '||' }).delimiter).toBe('||');
  });
});

describe('a reading', () => {
  const read = (text: string, marks: Partial<Marks> = {}) => tryDialect(sampleOf(text), { ...COMMA, ...marks });

  test('is as wide as most records, and as the wider where they are as many', () => {
    expect(read('a,b\n1,2\n3,4,5\n').width).toBe(2);
    expect(read('a,b\n1,2,3\n').width).toBe(3);
    expect(read('1,2,3\na,b\n').width).toBe(3);
    expect(read('x\ny\nz\n1,2\n').width).toBe(2);
    expect(read('x\ny\n').width).toBe(1);
    expect(read('#a,b,c\n#a,b,c\n1,2\n').width).toBe(2);
    expect(read('#a,b,c\n#d,e,f\n').width).toBe(3);
    expect(read('')).toMatchObject({ width: 1, explained: 0, explainedWithin: 0 });
  });

  test('explains records within the table, and less those around it', () => {
    expect(read('1,2\n3,4\n')).toMatchObject({ explained: 1, explainedWithin: 1, score: 1 });
    expect(read('1,2\nx\n3,4\n').explained).toBeCloseTo(2 / 3);
    expect(read('1,2\nx\n3,4\n').explainedWithin).toBeCloseTo(2 / 3);
    expect(read('t\n1,2\n3,4\n').explained).toBeCloseTo(2 / 2.3);
    expect(read('1,2\n3,4\nt\nu\n').explained).toBeCloseTo(2 / 2.6);
    expect(read('t\n1,2\n3,4\nu\n').explainedWithin).toBe(1);
    expect(read('# t\n1,2\n3,4\n').explained).toBe(1);
    expect(read('1,2\n-----\n3,4\n')).toMatchObject({ explained: 1, rules: 1 });
    expect(read('--,--\n1,2\n3,4\n')).toMatchObject({ explained: 1, rules: 0 });
  });

  test('counts quotes that went well and wrong', () => {
    expect(read('"1",2\n"3","4"\n"5"x,6\n')).toMatchObject({ wellQuoted: 3, broken: 1 });
  });

  test('is less worth where fields hold other marks', () => {
    expect(read('a;b,1\nc,2\n').score).toBeCloseTo(1 - 0.3 / 4);
    expect(read('"a;b",1\nc,2\n').score).toBe(1);
    expect(read('1,5;2\n3,5;4\n', { delimiter: ';' }).score).toBe(1);
  });

  test('is judged by the delimiters of its rivals, and not by harmless ones', () => {
    const sample = sampleOf('a~b,1;2\nc,3\n');
    const reading = tryDialect(sample, COMMA);
    expect(scoreBeside(sample, reading, [], [])).toBe(reading.score);
    expect(scoreBeside(sample, reading, ['~'], [])).toBeCloseTo(1 - 0.3 / 2);
    expect(scoreBeside(sample, reading, [], [';'])).toBe(1);
    expect(scoreBeside(sample, reading, ['~'], [';'])).toBeCloseTo(1 - 0.3 / 4);
    const odd = sampleOf('a,1\nx~y\nc,3\n');
    expect(scoreBeside(odd, tryDialect(odd, COMMA), ['~'], [])).toBeCloseTo(2 / 3);
  });

  test('has gaps, unless every line is followed by one', () => {
    const gaps = (text: string) => read(text).records.map(({ followsBlank }) => followsBlank);
    expect(gaps('1,2\n\n3,4\n')).toEqual([false, true]);
    expect(gaps('1,2\n\n3,4\n\n5,6\n')).toEqual([false, false, false]);
    expect(gaps('1,2\n3,4\n\n5,6\n\n7,8\n')).toEqual([false, false, true, true]);
  });

  test('finds marks in fields, but no commas in numbers', () => {
    const { records } = read('1,5;x,y\n', { delimiter: ';' });
    const { bytes } = sampleOf('1,5;x,y\n');
    expect(dirtOf(bytes, records, { ...COMMA, delimiter: ';' }, [','])).toBe(0.5);
    expect(dirtOf(bytes, records, { ...COMMA, delimiter: ';' }, ['~'])).toBe(0);
    expect(dirtOf(bytes, records, COMMA, [','])).toBe(1);
    expect(dirtOf(bytes, [], COMMA, [','])).toBe(0);
  });
});

describe('the records of a sample', () => {
  const split = (text: string, isCut = false, limit?: number) => {
    const { bytes, length } = sampleOf(text);
    return splitRecords(bytes, length, grammarOf(DIALECT), isCut, limit).map((record) => ({
      ...record,
      fields: fieldTexts(bytes, record, '"'),
    }));
  };

  test('have fields, lines and places', () => {
    expect(split('1,"x""y"\n\n"a\nb",\n')).toMatchObject([
      { fields: ['1', 'x"y'], line: 1, lineCount: 1, start: 0, end: 9, followsBlank: false, isBroken: false },
      { fields: ['a\nb', ''], line: 3, lineCount: 2, start: 10, end: 17, followsBlank: true, isBroken: false },
    ]);
  });

  test('keep doubled quotes outside of quotes', () => {
    expect(split('x""y,"z""w"\n')[0]!.fields).toEqual(['x""y', 'z"w']);
  });

  test('are single lines where quotes go wrong', () => {
    expect(split('1,"x\n2,3\n')).toMatchObject([
      { fields: [], isBroken: true, lineCount: 1 },
      { fields: ['2', '3'], isBroken: false, line: 2 },
    ]);
    expect(split('1,"x,3\n2,y",3\n')).toMatchObject([{ fields: ['1', 'x,3\n2,y', '3'], lineCount: 2 }]);
  });

  test('end before one that is cut, unless it is the first', () => {
    expect(split('1,2\n3,4', true)).toMatchObject([{ fields: ['1', '2'] }]);
    expect(split('1,2\n3,4')).toHaveLength(2);
    expect(split('1,2\n3,"4\n5,6\n', true)).toHaveLength(1);
    expect(split('1,2', true)).toHaveLength(1);
    expect(split('1,2\n3,4\n', true)).toHaveLength(2);
  });

  test('are as many as are wanted', () => {
    expect(split('1\n2\n3\n', false, 1)).toHaveLength(1);
    expect(split('1\n2\n3\n', false, 2)).toHaveLength(2);
  });

  test('are not blank where there is a letter or a delimiter', () => {
    expect(split(' \n\t\n,\nx\n!\n').map(({ line }) => line)).toEqual([3, 4, 5]);
  });

  test('have texts beyond ASCII, and those of the sample before are forgotten', () => {
    expect(split('é,b\n')[0]!.fields).toEqual(['é', 'b']);
    expect(split('c,d\n')[0]!.fields).toEqual(['c', 'd']);
  });
});

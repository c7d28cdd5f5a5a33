import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { pythonWith } from '../../../parse/python-environments.js';
import { runShim } from './shim-host.js';

const python = pythonWith('bare');

describe.skipIf(python === undefined)('the bytes that the Python shim sends', () => {
  it('are hello, log, rows and end, exactly as the protocol says', async () => {
    const { bytes, exitCode } = await runShim({
      python: python!,
      parser: `
class Parser:
    name = 'sales'
    version = '1.2.0'
    outputs = {'z': 'int!', 'a': {'type': 'string', 'enum': ['x', 'ü']}}
    topics = ['in']

    def parse(self, ctx):
        ctx.log('grüße', level='warning')
        yield [{'z': 1, 'a': 'ü'}, {'z': None, 'b': True}]
        yield 'other', []
`,
    });

    const runtime = execFileSync(python!, ['-c', 'import platform; print("Python", platform.python_version())']);
    const hello =
      '{"$casparian":{"parser":{"api":"class","name":"sales","version":"1.2.0",' +
      '"outputs":{"z":"int!","a":{"type":"string","enum":["x","ü"]}},"topics":["in"],' +
      `"language":"python","runtime":"${runtime.toString().trim()}","executable":"${python}"}}}\n`;
    const rows = '{"$casparian":{"columns":["z","a","b"]}}\n{"z":1,"a":"ü"}\n{"z":null,"b":true}\n';
    expect(bytes.toString('latin1')).toBe(
      Buffer.concat([
        data(hello),
        Buffer.from('fffffffe0400000007', 'hex'),
        Buffer.from('grüße'),
        data(rows),
        data('{"$casparian":{"output":"other"}}\n'),
        Buffer.from('00000000', 'hex'),
      ]).toString('latin1'),
    );
    expect(exitCode).toBe(0);
  });

  it('end with an error frame, and no end after it, when parse() raises', async () => {
    const { bytes, exitCode, folder } = await runShim({
      python: python!,
      parser: `def parse(path):
    raise ValueError('no ä in here')
`,
    });

    const error = JSON.stringify({
      kind: 'exception',
      type: 'ValueError',
      message: 'no ä in here',
      file: `${folder}/my_parser.py`,
      line: 2,
      source: "raise ValueError('no ä in here')",
      traceback:
        'Traceback (most recent call last):\n' +
        `  File "${folder}/my_parser.py", line 2, in parse\n    raise ValueError('no ä in here')\nValueError: no ä in here\n`,
      name: null,
    });
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(error));
    const frame = Buffer.concat([Buffer.from('ffffffff', 'hex'), length, Buffer.from(error)]);
    expect(bytes.subarray(-frame.length).toString()).toBe(frame.toString());
    expect(exitCode).toBe(1);
  });
});

function data(text: string): Buffer {
  const payload = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(payload.length);
  return Buffer.concat([length, payload]);
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { exactJson, parseExactJson } from '../../../src/platform/index.js';
import { readRunSpec, SPEC_FIELDS } from '../../../src/tasks/spec/read-run-spec.js';
import { canonicalSpec, specHashOf } from '../../../src/tasks/spec/spec-hash.js';
import { specJson, specOfJson } from '../../../src/tasks/spec/spec-json.js';
import { randomSpecs } from './random-specs.js';

interface Vector {
  name: string;
  spec: string;
  canonical: string;
  hash: string;
  same_hash_as?: string;
}

const { vectors, refused } = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as {
  vectors: Vector[];
  refused: { name: string; spec: string; field: string }[];
};

const PYTHON = fileURLToPath(new URL('spec_hash.py', import.meta.url));

describe('the canonical form of a spec', () => {
  test.each(vectors)('$name', ({ spec: text, canonical, hash }) => {
    const { spec } = readRunSpec(parseExactJson(text));
    expect(canonicalSpec(spec)).toBe(canonical);
    expect(specHashOf(spec)).toBe(hash);
  });

  test('a job in the database has the hash of the spec that was submitted', () => {
    for (const { spec: text, hash } of vectors) {
      const kept = exactJson(specJson(readRunSpec(parseExactJson(text)).spec));
      expect(specHashOf(specOfJson(parseExactJson(kept)))).toBe(hash);
    }
  });

  test('only what runs differently has another hash', () => {
    const different = vectors.filter((vector) => vector.same_hash_as === undefined);
    expect(new Set(different.map((vector) => vector.hash)).size).toBe(different.length);
    for (const { same_hash_as: other, hash } of vectors) {
      if (other !== undefined) expect(vectors.find(({ name }) => name === other)?.hash).toBe(hash);
    }
  });

  test.each(refused)('there is none for $name', ({ spec, field }) => {
    expect(() => readRunSpec(parseExactJson(spec))).toThrow(
      expect.objectContaining({
        code: 'TASK_SPEC_INVALID',
        message: expect.stringContaining(`'${field}'`) as string,
      }) as Error,
    );
  });

  test('Python comes to the same texts and hashes, for the vectors and for specs made at random', () => {
    const texts = [...vectors.map((vector) => vector.spec), ...randomSpecs(400)];
    const input = texts.map((text) => `${JSON.stringify(text)}\n`).join('');
    const { stdout, stderr } = spawnSync('python3', ['-X', 'utf8', PYTHON, '--lines'], {
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    expect(stderr).toBe('');
    const answers = stdout.trimEnd().split('\n');
    expect(answers).toHaveLength(texts.length);
    for (const [index, text] of texts.entries()) {
      const { spec } = readRunSpec(parseExactJson(text));
      const ours = { canonical: canonicalSpec(spec), hash: specHashOf(spec) };
      expect(JSON.parse(answers[index] ?? ''), text).toEqual(ours);
    }
  });

  test('the reference names every field, and its example is the first vector', () => {
    const reference = readFileSync(new URL('../../../docs/reference/run-spec.md', import.meta.url), 'utf8');
    for (const field of SPEC_FIELDS) expect(reference, field).toMatch(new RegExp(`^\\| .*\`${field}[\`.]`, 'm'));
    expect(reference).toContain(`\n${vectors[0]?.canonical}\n`);
    expect(reference).toContain(`\`${vectors[0]?.hash}\``);
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv-draft-04';
import addFormats from 'ajv-formats';

type Json = Record<string, unknown>;

const DATA = new URL('../../../../shared/data/', import.meta.url);

/** A file of the public data. Some of them are in UTF-16. */
export function publicFile(name: string): Buffer {
  const url = new URL(name, DATA);
  if (!existsSync(url))
    throw new Error(`../shared/data/${name} is missing: this test needs the public schemas and samples`);
  return readFileSync(url);
}

export function publicJson(name: string): Json {
  const bytes = publicFile(name);
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  return JSON.parse(new TextDecoder(encoding).decode(bytes)) as Json;
}

export const aspectSchema = (aspect: string): Json => publicJson(`battery-pass/${aspect}-schema.json`);
export const catenaXSchema = (): Json => publicJson('catena-x/BatteryPass-6.1.0-schema.json');

/** What ajv says is wrong, as pairs of place and rule. */
export function ajvErrors(schema: Json, value: unknown): string[] {
  // The schemas contain words of OpenAPI, names with typing errors and patterns that need no Unicode mode.
  const AjvClass = Ajv as unknown as new (options: object) => {
    compile(schema: Json): {
      (value: unknown): boolean;
      errors?: { instancePath: string; message?: string; params: Json }[];
    };
  };
  const ajv = new AjvClass({ strict: false, allErrors: true, unicodeRegExp: false, validateSchema: false });
  (addFormats as unknown as (ajv: unknown) => void)(ajv);
  const validate = ajv.compile(withoutDuplicates(schema) as Json);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const missing = params['missingProperty'];
    return typeof missing === 'string' ? `missing ${instancePath}/${missing}` : `${instancePath} ${message ?? ''}`;
  });
}

/** An enumeration of the public schemas lists some words twice. */
function withoutDuplicates(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDuplicates);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === 'enum' && Array.isArray(value) ? [...new Set(value as unknown[])] : withoutDuplicates(value),
    ]),
  );
}

const PYTHON = fileURLToPath(new URL('../../../.cache/tools/openapi-spec-validator/bin/python', import.meta.url));

/** The environment of another tool has the package `jsonschema`. */
export const hasPython = existsSync(PYTHON);

const CHECK = `
import json, sys
import jsonschema
for job in json.load(sys.stdin):
    validator = jsonschema.Draft4Validator(job["schema"], format_checker=jsonschema.FormatChecker())
    errors = []
    for error in validator.iter_errors(job["value"]):
        place = "".join("/" + str(step) for step in error.absolute_path)
        if error.validator == "required":
            errors += ["missing " + place + "/" + name for name in error.validator_value if name not in error.instance]
        else:
            errors.append(place + " " + error.message)
    print(json.dumps(sorted(set(errors))))
`;

/** What the Python package says is wrong, of several pairs in one process. */
export function pythonErrors(jobs: readonly { schema: Json; value: unknown }[]): string[][] {
  const printed = execFileSync(PYTHON, ['-c', CHECK], {
    input: JSON.stringify(jobs),
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string[]);
}

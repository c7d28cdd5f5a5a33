import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { AUDIENCES, CATEGORIES, EXPORT_FORMATS } from '../../../src/passport/index.js';
import { exampleView } from '../exports/compiled-example.js';

interface Environment {
  readonly submodels: readonly {
    readonly idShort: string;
    readonly administration?: { readonly templateId: string };
  }[];
}

async function environmentOf(...[category, audience]: Parameters<typeof exampleView>): Promise<Buffer> {
  const bytes = await EXPORT_FORMATS['aas']?.make(await exampleView(category, audience), () => {
    throw new Error('a shell is not signed');
  });
  return bytes as Buffer;
}

test('a shell has the seven submodels of IDTA 02035', async () => {
  const { submodels } = JSON.parse(String(await environmentOf('ev', 'legitimate_interest'))) as Environment;
  expect(submodels.flatMap(({ administration }) => administration?.templateId ?? [])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((part) => `https://admin-shell.io/idta-02035-${part}`),
  );
  expect(submodels.at(-1)?.idShort).toBe('Supplement');
});

const PYTHON = fileURLToPath(new URL('../../../.cache/tools/openapi-spec-validator/bin/python', import.meta.url));

const VERIFY = `
import base64, io, json, sys, zipfile
import aas_core3.jsonization as jsonization
import aas_core3.verification as verification
reports = []
for text in json.load(sys.stdin):
    archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(text)))
    assert archive.testzip() is None
    relations = archive.read("aasx/_rels/aasx-origin.rels").decode()
    target = relations.split('Target="/')[1].split('"')[0]
    environment = jsonization.environment_from_jsonable(json.loads(archive.read(target)))
    errors = [str(error.path) + ": " + error.cause for error in verification.verify(environment)]
    reports.append({"names": archive.namelist(), "errors": errors, "submodels": len(environment.submodels)})
print(json.dumps(reports))
`;

function hasVerifier(): boolean {
  const packages = new URL('../../../.cache/tools/openapi-spec-validator/lib/', import.meta.url);
  const [python] = existsSync(packages) ? readdirSync(packages) : [];
  const isInstalled = existsSync(new URL(`${python ?? ''}/site-packages/aas_core3`, packages));
  if (!isInstalled) console.warn('SKIPPED: aas-core3.0 is not installed (npm run setup -- --services installs it)');
  return isInstalled;
}

test.skipIf(!hasVerifier())('the SDK of the IDTA accepts the packages', async () => {
  const packages: string[] = [];
  for (const [index, category] of CATEGORIES.entries()) {
    const bytes = await EXPORT_FORMATS['aasx']?.make(await exampleView(category, AUDIENCES[index] ?? 'public'), () => {
      throw new Error('a package is not signed');
    });
    packages.push((bytes as Buffer).toString('base64'));
  }
  const printed = execFileSync(PYTHON, ['-c', VERIFY], { input: JSON.stringify(packages), encoding: 'utf8' });
  const reports = JSON.parse(printed) as { names: string[]; errors: string[]; submodels: number }[];
  for (const { names, errors, submodels } of reports) {
    expect(errors).toEqual([]);
    expect(names[0]).toBe('[Content_Types].xml');
    expect(submodels).toBeGreaterThanOrEqual(7);
  }
});

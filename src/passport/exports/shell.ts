import { storedZip } from '../archive/stored-zip.js';
import { shellEnvironment } from '../models/aas/environment.js';
import type { PassportView } from './passport-view.js';

/** The submodels of IDTA 02035 as JSON of an asset administration shell. */
export function shellJson({ values, audience, excerpt, product }: PassportView): Buffer {
  const versionId = excerpt.receipt['passport_version_id'] ?? '';
  const environment = shellEnvironment(values, { audience, versionId, sku: product.sku });
  return Buffer.from(`${JSON.stringify(environment, null, 2)}\n`);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const AASX = 'http://admin-shell.io/aasx/relationships';

/** The same as a package (IDTA 01005): a ZIP archive by the Open Packaging Conventions with the JSON as its specification. */
export function shellPackage(view: PassportView): Buffer {
  return storedZip({
    '[Content_Types].xml':
      `${HEAD}<Types xmlns="${TYPES}">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="json" ContentType="application/json"/>' +
      '<Override PartName="/aasx/aasx-origin" ContentType="text/plain"/></Types>',
    '_rels/.rels': relations(`${AASX}/aasx-origin`, '/aasx/aasx-origin'),
    'aasx/aasx-origin': 'Intentionally empty.',
    'aasx/_rels/aasx-origin.rels': relations(`${AASX}/aas-spec`, '/aasx/passport.aas.json'),
    'aasx/passport.aas.json': shellJson(view),
  });
}

function relations(type: string, target: string): string {
  return `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${type}" Target="${target}"/></Relationships>`;
}

import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { openApiDocument } from '../../src/server/openapi/document.js';
import { ROUTES } from '../../src/server/routes.js';

const HEADER = `// Generated from the routes of the server: npm run docs:reference

`;

/** Parts of OpenAPI that the document does not have. */
const UNUSED = /^export type (webhooks|\$defs) = .*\n/gm;

/** The types of all requests and responses, for the client. */
export async function clientApi(): Promise<string> {
  const document = openApiDocument(ROUTES) as unknown as OpenAPI3;
  // A member with a default is optional where it is sent; where it is received, the schema says that it is required.
  const types = astToString(await openapiTS(document, { defaultNonNullable: false }));
  return `${HEADER}${types.replace(UNUSED, '')}${notRepeatable()}`;
}

function notRepeatable(): string {
  const operations = ROUTES.filter(({ isSecret }) => isSecret).map(({ method, path }) => `${method} ${path}`);
  return `
/** Responses with a secret are not kept by the server, so a repeated request would be executed again. */
export const NOT_REPEATABLE: ReadonlySet<string> = new Set(${JSON.stringify(operations, null, 2)});
`;
}

import * as z from 'zod';
import { passportPreview } from '../../../operations/index.js';
import { AUDIENCES, previewPdf } from '../../../passport/index.js';
import { passportPage } from '../../public-passport/passport-page.js';
import { BytesReply } from '../../respond/reply.js';
import { type Route, route } from '../../route.js';
import { UUID } from '../../schemas/values.js';

const QUERY = { audience: z.enum(AUDIENCES).default('public') };
/** Only the dashboard may frame a preview. No script runs in it. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** From the path of the preview to that of the server, whose base path the page does not know. */
const BASE = '../../..';

/** What an audience will see of a signed version, before or after it is in force. Nothing is stored. */
export const PREVIEW_ROUTES: readonly Route[] = [
  route({
    id: 'passport-versions.preview-page',
    method: 'GET',
    path: '/v1/passport-versions/{id}/preview.html',
    permission: 'passport:read',
    summary: 'Show the page that a phone opens, as an audience sees it',
    params: { id: UUID },
    query: QUERY,
    response: { contentType: 'text/html', description: 'The page' },
    async handle({ database, params, query, services }) {
      const passport = await passportPreview(database, params.id, { ...services, ...query });
      const page = passportPage(passport, { base: BASE, checkedAt: new Date() });
      return new BytesReply(page.text, 'text/html; charset=utf-8', { 'content-security-policy': PAGE_POLICY });
    },
  }),
  route({
    id: 'passport-versions.preview-pdf',
    method: 'GET',
    path: '/v1/passport-versions/{id}/preview.pdf',
    permission: 'passport:read',
    summary: 'Show the PDF of a version, as an audience sees it',
    description: 'An export stores the same file with its hash, once the version is active.',
    params: { id: UUID },
    query: QUERY,
    response: { contentType: 'application/pdf', description: 'The file' },
    handle: async ({ database, params, query }) =>
      new BytesReply(await previewPdf(database, params.id, query.audience), 'application/pdf', {
        'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
        'content-disposition': 'inline; filename="passport.pdf"',
      }),
  }),
];

import { expect, test } from 'vitest';
import { methodsOf } from '../../src/server/route-paths.js';

const ROUTES = [
  { method: 'GET', path: '/v1/versions/{id}' },
  { method: 'DELETE', path: '/v1/versions/{id}' },
  { method: 'POST', path: '/v1/versions/{id}:publish' },
] as const;

test('a path with a verb has its own methods, not those of the path without it', () => {
  expect(methodsOf(ROUTES, [], '/v1/versions/7:publish')).toEqual(['POST']);
  expect(methodsOf(ROUTES, [], '/v1/versions/7')).toEqual(['DELETE', 'GET']);
  expect(methodsOf(ROUTES, [{ path: '/docs' }], '/docs')).toEqual(['GET']);
});

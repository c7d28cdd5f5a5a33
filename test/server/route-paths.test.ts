import { expect, test } from 'vitest';
import { isSpecific, methodsOf } from '../../src/server/route-paths.js';

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

test('a path that a parameter would match has its own methods', () => {
  const routes = [...ROUTES, { method: 'POST', path: '/v1/versions/count' }] as const;
  expect(methodsOf(routes, [], '/v1/versions/count')).toEqual(['POST']);
  expect(routes.filter(({ path }) => isSpecific(path, routes)).map(({ path }) => path)).toEqual([
    '/v1/versions/{id}:publish',
    '/v1/versions/count',
  ]);
});

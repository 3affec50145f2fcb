import type { HttpBindings } from '@hono/node-server';
import { describe, expect, test } from 'vitest';

import { ROOTS } from '#contract/operation.ts';
import { OPERATION_LIST } from '#contract/operations/index.ts';

import type { Handlers } from '../domain/call.ts';
import type { Principals } from '../domain/tokens/principals.ts';
import type { AttachmentStore } from '../files/attachment-store.ts';
import type { MediaStore } from '../files/media-store.ts';
import type { VideoStore } from '../files/video-store.ts';
import type { Store } from '../store/store.ts';
import { type AppOptions, createApp } from './app.ts';
import { RateLimits } from './rate-limits.ts';

const noPrincipals = { identify: () => Promise.resolve(null) } as unknown as Principals;

function app(overrides: Partial<AppOptions> = {}) {
  return createApp({
    handlers: {} as Handlers,
    principals: noPrincipals,
    live: { publish: () => undefined, listen: () => null },
    rateLimits: new RateLimits(true),
    store: {} as Store,
    media: {} as MediaStore,
    videos: {} as VideoStore,
    attachments: {} as AttachmentStore,
    sampleThumbnail: () => Promise.resolve(null),
    host: '127.0.0.1',
    version: '1.2.3',
    baseUrl: () => 'http://127.0.0.1:4100',
    isStopping: () => false,
    getUnreadyReason: () => Promise.resolve(null),
    ...overrides,
  });
}

const bindings = {
  incoming: { socket: { remoteAddress: '127.0.0.1' }, headers: {} },
  outgoing: { setHeader: () => undefined },
} as unknown as HttpBindings;
const request = (path: string, init: RequestInit = {}, service = app()) => {
  const headers = new Headers(init.headers);
  if (!headers.has('Host')) headers.set('Host', '127.0.0.1:4100');
  return service.fetch(new Request(`http://127.0.0.1:4100${path}`, { ...init, headers }), bindings);
};

const withToken = { headers: { Authorization: 'Bearer sk_live_known' } };
const signedInApp = app({
  principals: { identify: () => ({ tokenId: 1, role: 'owner', abilities: new Set() }) } as unknown as Principals,
});

describe('a stopping service', () => {
  const stoppingApp = app({ isStopping: () => true });

  test.each(OPERATION_LIST)('answers 503 to $id', async ({ method, path, surface }) => {
    const response = await request(`${ROOTS[surface]}${path.replaceAll(/\{\w+\}/g, '1')}`, { method }, stoppingApp);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: 'unavailable', code: 'unavailable' });
  });
});

describe('the Host header', () => {
  test.each(['127.0.0.1', '127.0.0.1:4100', 'localhost:4100', 'LOCALHOST', '[::1]:4100'])(
    '%s is accepted',
    async (host) => {
      expect((await request('/health', { headers: { Host: host } })).status).toBe(200);
    },
  );

  test.each(['evil.example', 'evil.example:4100', '127.0.0.1.evil.example', 'localhost.evil.example', '192.168.0.2'])(
    '%s is refused',
    async (host) => {
      expect((await request('/health', { headers: { Host: host } })).status).toBe(404);
    },
  );

  test('is not checked if the service listens beyond loopback', async () => {
    const openApp = app({ host: '0.0.0.0' });
    expect((await request('/health', { headers: { Host: 'studio.example' } }, openApp)).status).toBe(200);
    const document = await request('/openapi.json', { headers: { Host: 'studio.example' } }, openApp);
    expect(await document.json()).toMatchObject({ servers: [{ url: 'http://127.0.0.1:4100' }] });
  });
});

describe('public routes', () => {
  test('/health needs no token', async () => {
    expect(await (await request('/health')).json()).toEqual({ status: 'ok', version: '1.2.3' });
  });

  test('the OpenAPI documents contain the address of the request', async () => {
    const document = await request('/openapi.json', { headers: { Host: 'localhost:4100' } });
    expect(await document.json()).toMatchObject({
      openapi: '3.1.2',
      info: { version: '1.0' },
      servers: [{ url: 'http://localhost:4100' }],
    });
    const localDocument = (await (await request('/local/openapi.json')).json()) as { paths: object };
    expect(Object.keys(localDocument.paths).every((path) => path.startsWith('/local/v1/'))).toBe(true);
  });
});

describe('paths and methods', () => {
  test('an unknown path is 404, with rate-limit headers below /api/v1', async () => {
    const response = await request('/api/v1/nothing', withToken, signedInApp);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: 'not_found', code: 'not_found', message: 'Not found' });
    expect(response.headers.get('X-RateLimit-Limit')).toBe('50');
    expect((await request('/')).status).toBe(404);
    expect((await request('/api/v1/team/', withToken, signedInApp)).status).toBe(404);
    expect((await request('/local/v1/nothing', withToken, signedInApp)).status).toBe(404);
  });

  test.each([
    ['GET', '/api/v1/nothing'],
    ['DELETE', '/api/v1/team'],
    ['GET', '/local/v1/nothing'],
    ['DELETE', '/local/v1/studio'],
  ])('%s %s without a token is 401', async (method, path) => {
    expect((await request(path, { method })).status).toBe(401);
  });

  test('another method is 405 with an Allow header', async () => {
    const response = await request('/api/v1/team/tokens', { method: 'DELETE', ...withToken }, signedInApp);
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, POST, HEAD, OPTIONS');
  });

  test('OPTIONS lists the methods and allows no other origin', async () => {
    const response = await request('/api/v1/team', { method: 'OPTIONS', headers: { Origin: 'https://evil.example' } });
    expect(response.status).toBe(204);
    expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

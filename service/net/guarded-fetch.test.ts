import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { afterEach, describe, expect, test } from 'vitest';

import { type FetchLimits, GuardedFetch } from './guarded-fetch.ts';
import { FetchRefusedError } from './fetch-refusal.ts';
import { isPublicAddress } from './public-address.ts';

const LIMITS: FetchLimits = { maxBytes: 10_000, timeoutMs: 2000, types: ['text/html', 'text/plain'] };
const neverAborted = new AbortController().signal;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Resolves names from the given table; the guard itself is real, but also allows this machine's own address. */
const createTestFetch = (hosts: Readonly<Record<string, readonly string[]>>): GuardedFetch =>
  new GuardedFetch({
    schemes: ['http:'],
    isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
    resolve: (host) => Promise.resolve((hosts[host] ?? []).map((address) => ({ address, family: 4 }))),
  });
const page: RequestListener = (_request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end('<p>Grüße</p>');
};

describe('isPublicAddress', () => {
  test.each([
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254'],
    ...['100.64.0.1', '192.0.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      'fe80::1',
      'fc00::1',
      'fd12::1',
      'ff02::1',
      '64:ff9b::a00:1',
    ],
    ...['2002:a00:1::', '2001::1', '2001:db8::1', '2606:4700::5efe:10.0.0.1', '2606:4700::200:5efe:a00:1', '4000::1'],
    ...['', 'localhost', '999.1.1.1', 'fe80::1%eth0'],
  ])('rejects %s', (address) => expect(isPublicAddress(address)).toBe(false));
  test.each(['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '::ffff:1.1.1.1'])('accepts %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
});

describe('GuardedFetch', () => {
  test.each([
    ...['http://example.org/', 'ftp://example.org/', 'file:///etc/passwd', 'javascript:alert(1)', 'no address'],
    ...[
      'https://user:secret@example.org/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://0x7f.1/',
      'https://2130706433/',
    ],
    ...['https://169.254.169.254/latest/meta-data/', 'https://localhost/', 'https://[::ffff:127.0.0.1]/'],
  ])('does not connect to %s', async (address) => {
    await expect(new GuardedFetch().get(address, LIMITS, neverAborted)).rejects.toThrow(FetchRefusedError);
  });

  test('connects only to the address it checked', async () => {
    const port = await serve(page);
    let lookups = 0;
    const fetch = new GuardedFetch({
      schemes: ['http:'],
      isAllowed: (address) => address === '127.0.0.1',
      // The name resolves to another host after the first lookup.
      resolve: () => Promise.resolve([{ address: lookups++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }]),
    });
    const answer = await fetch.get(`http://turning.example:${port}/`, LIMITS, neverAborted);
    expect({ lookups, type: answer.type, charset: answer.charset }).toEqual({
      lookups: 1,
      type: 'text/html',
      charset: 'utf-8',
    });
    expect(new TextDecoder().decode(answer.bytes)).toBe('<p>Grüße</p>');
  });

  test('refuses a host name if one of its addresses is private', async () => {
    const port = await serve(page);
    const fetch = createTestFetch({ 'mixed.example': ['127.0.0.1', '10.0.0.1'], 'nowhere.example': [] });
    for (const host of ['mixed.example', 'nowhere.example']) {
      await expect(fetch.get(`http://${host}:${port}/`, LIMITS, neverAborted)).rejects.toThrow(
        'isn’t on the public internet',
      );
    }
  });

  test('checks every redirect target', async () => {
    const port = await serve((request, response) => {
      const to = { '/inside': 'http://10.0.0.1/', '/file': 'file:///etc/passwd', '/on': '/page', '/round': '/round' };
      const location = to[request.url as '/on'];
      if (location === undefined) return page(request, response);
      response.writeHead(302, { Location: location }).end();
    });
    const fetch = createTestFetch({ 'site.example': ['127.0.0.1'] });
    const get = (path: string) => fetch.get(`http://site.example:${port}${path}`, LIMITS, neverAborted);
    await expect(get('/inside')).rejects.toThrow('isn’t on the public internet');
    await expect(get('/file')).rejects.toThrow('Only https addresses are supported.');
    await expect(get('/round')).rejects.toThrow('redirected too many times');
    expect((await get('/on')).url).toBe(`http://site.example:${port}/page`);
  });

  test('limits the size of the body, also after decompression', async () => {
    const large = Buffer.alloc(1_000_000, 'a');
    const port = await serve((request, response) => {
      response.setHeader('Content-Type', 'text/plain');
      switch (request.url) {
        case '/gzip':
          return void response.setHeader('Content-Encoding', 'gzip').end(gzipSync('Small'));
        case '/br':
          return void response.setHeader('Content-Encoding', 'br').end(brotliCompressSync('Small'));
        case '/bomb':
          return void response.setHeader('Content-Encoding', 'gzip').end(gzipSync(large));
        case '/garbage':
          return void response.setHeader('Content-Encoding', 'gzip').end('no gzip at all');
        case '/stream':
          for (let i = 0; i < 100; i++) response.write(large.subarray(0, 1000));
          return void response.end();
        default:
          response.end(large);
      }
    });
    const fetch = createTestFetch({ 'site.example': ['127.0.0.1'] });
    const get = async (path: string) =>
      new TextDecoder().decode((await fetch.get(`http://site.example:${port}${path}`, LIMITS, neverAborted)).bytes);
    expect(await get('/gzip')).toBe('Small');
    expect(await get('/br')).toBe('Small');
    for (const path of ['/bomb', '/stream', '/large']) await expect(get(path)).rejects.toThrow('too large');
    await expect(get('/garbage')).rejects.toThrow(FetchRefusedError);
  });

  test('refuses content that is not text, and reports error statuses', async () => {
    const port = await serve((request, response) => {
      response.writeHead(request.url === '/gone' ? 404 : 200, { 'Content-Type': 'image/png' }).end('x');
    });
    const fetch = createTestFetch({ 'site.example': ['127.0.0.1'] });
    await expect(fetch.get(`http://site.example:${port}/`, LIMITS, neverAborted)).rejects.toThrow('isn’t a text page');
    await expect(fetch.get(`http://site.example:${port}/gone`, LIMITS, neverAborted)).rejects.toThrow(
      'The server responded with 404.',
    );
  });

  test('times out, and stops when aborted', async () => {
    const port = await serve((request, response) => {
      // One response starts and never ends; the other never starts.
      if (request.url === '/slow') response.writeHead(200, { 'Content-Type': 'text/plain' }).write('a');
    });
    const fetch = createTestFetch({ 'site.example': ['127.0.0.1'] });
    const address = `http://site.example:${port}`;
    for (const path of ['/slow', '/silent']) {
      const shortLimits = { ...LIMITS, timeoutMs: 150 };
      await expect(fetch.get(address + path, shortLimits, neverAborted)).rejects.toThrow('didn’t respond in time');
    }
    const controller = new AbortController();
    const pendingFetch = fetch.get(`${address}/silent`, LIMITS, controller.signal);
    controller.abort(new Error('Told to.'));
    await expect(pendingFetch).rejects.toThrow('Told to.');
  });
});

describe('a refusal', () => {
  const createFailingFetch = (code: string, isConnected: boolean): GuardedFetch =>
    new GuardedFetch({
      isConnected: () => isConnected,
      resolve: (host) => Promise.reject(Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code })),
    });
  test.each([
    ['ENOTFOUND', true, 'upstream', 'There’s no server with this name. Check the spelling.'],
    // Windows and macOS return this for any name while they are offline.
    ['ENOTFOUND', false, 'offline', /This computer seems to be offline/],
    ['EAI_AGAIN', true, 'offline', /This computer seems to be offline/],
  ] as const)('has, after %s with connection %s, the kind %s', async (code, isConnected, kind, message) => {
    const refusal = await createFailingFetch(code, isConnected)
      .check('https://somewhere.example/', 1000)
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(FetchRefusedError);
    expect(refusal).toMatchObject({ kind, message: expect.stringMatching(message) as unknown });
  });

  test('has the kind address, upstream or content, depending on the cause', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/gone') response.statusCode = 404;
      if (request.url === '/inside') {
        response.statusCode = 302;
        response.setHeader('Location', 'http://inside.test/');
      }
      response.setHeader('Content-Type', 'image/png');
      response.end('x'.repeat(20));
    });
    const fetch = createTestFetch({ 'outside.test': ['127.0.0.1'], 'inside.test': ['10.0.0.1'] });
    const getKind = async (address: string) => {
      const refusal: unknown = await fetch.get(address, LIMITS, neverAborted).catch((error: unknown) => error);
      return refusal instanceof FetchRefusedError ? refusal.kind : 'none';
    };
    expect(await getKind('ftp://outside.test/')).toBe('address');
    expect(await getKind('http://inside.test/')).toBe('address');
    expect(await getKind(`http://outside.test:${port}/gone`)).toBe('upstream');
    expect(await getKind(`http://outside.test:${port}/inside`)).toBe('upstream');
    expect(await getKind(`http://outside.test:${port}/`)).toBe('content');
  });
});

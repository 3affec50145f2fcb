import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { Fault } from '../host/fault.ts';
import type { Host } from '../host/host.ts';
import { listenOnWorkspacePort } from './ports.ts';
import { detectLanguage } from '../host/language.ts';
import { createLoopbackServer, type LoopbackServer } from './server.ts';
import { Sessions } from './sessions.ts';

let folder = '';
let server: LoopbackServer;
let sessions: Sessions;
let port = 0;
let listeners: ((name: string, payload: unknown) => void)[] = [];

const host: Pick<Host, 'dispatch' | 'language' | 'media' | 'onEvent' | 'page'> = {
  page: async function* (html) {
    yield html;
    yield await Promise.resolve('<!-- preloaded -->');
  },
  language: (preferredLanguages) => Promise.resolve(detectLanguage('system', preferredLanguages)),
  dispatch: (name, input) =>
    name === 'echo'
      ? Promise.resolve(input)
      : Promise.reject(new Fault('unknown_call', 'Cutaway doesn’t know this call.')),
  media: ({ pathname, range }) =>
    Promise.resolve(new Response(`${pathname} ${range}`, { status: 206, headers: { 'Content-Type': 'video/mp4' } })),
  onEvent: (listener) => {
    const send = (name: string, payload: unknown) => listener(name as never, payload, null);
    listeners.push(send);
    return () => (listeners = listeners.filter((other) => other !== send));
  },
};

async function serve(): Promise<void> {
  sessions = await Sessions.open(folder);
  server = createLoopbackServer({ host, sessions, renderer: join(folder, 'renderer') });
  port = await listenOnWorkspacePort(server, sessions, null);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-loopback-'));
  const renderer = join(folder, 'renderer');
  mkdirSync(join(renderer, 'assets'), { recursive: true });
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><html><head></head><body>studio</body></html>');
  writeFileSync(join(renderer, 'de.html'), '<!doctype html><html><head></head><body>Studio auf Deutsch</body></html>');
  writeFileSync(join(renderer, 'assets', 'main-abc.js'), 'let a;');
  writeFileSync(join(renderer, '.secret.txt'), 'hidden');
  writeFileSync(join(folder, 'outside.txt'), 'outside');
  symlinkSync(join(folder, 'outside.txt'), join(renderer, 'link.txt'));
  listeners = [];
  await serve();
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Uses node:http, because fetch normalises paths and forbids setting Host. */
function sendRequest(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const clientRequest = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    clientRequest.on('error', reject);
    clientRequest.end();
  });
}

async function signIn(): Promise<string> {
  const reply = await sendRequest(`/?ticket=${sessions.createTicket()}`);
  expect(reply.status).toBe(303);
  return String(reply.headers['set-cookie']).split(';')[0]!;
}

/** Returns the open socket, or the status with which it was refused. */
function connect(headers: Record<string, string>, path = '/bridge'): Promise<WebSocket | number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => undefined);
  });
}

async function openSocket(headers: Record<string, string>): Promise<WebSocket> {
  const socket = await connect(headers);
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
}

const readNext = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) => socket.once('message', (data) => resolve(JSON.parse(String(data)))));
const getOrigin = (): string => `http://127.0.0.1:${port}`;

test('a ticket works once and sets a cookie that is HttpOnly and SameSite=Strict', async () => {
  const ticket = sessions.createTicket();
  const first = await sendRequest(`/?ticket=${ticket}`);
  expect(first.status).toBe(303);
  expect(first.headers['location']).toBe('/');
  const cookie = String(first.headers['set-cookie']);
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict; Path=\//);
  const reusedTicketAnswer = await sendRequest(`/?ticket=${ticket}`);
  expect(reusedTicketAnswer.status).toBe(401);
  expect(reusedTicketAnswer.headers['set-cookie']).toBeUndefined();
  expect(reusedTicketAnswer.body).toMatch(/Open the address/);
  // A window that has the cookie may reload its first address.
  expect((await sendRequest(`/?ticket=${ticket}`, { Cookie: cookie.split(';')[0]! })).status).toBe(303);
});

test('a wrong ticket is refused and does not use up the right one', async () => {
  const ticket = sessions.createTicket();
  expect((await sendRequest('/?ticket=wrong')).status).toBe(401);
  expect((await sendRequest(`/?ticket=${ticket}`)).status).toBe(303);
});

test('without a session it serves no page, no file and no bridge', async () => {
  for (const path of ['/', '/index.html', '/assets/main-abc.js', '/nothing']) {
    expect((await sendRequest(path)).status).toBe(401);
    expect((await sendRequest(path, { Cookie: `cutaway-${port}=guess` })).status).toBe(401);
  }
  expect(await connect({ Origin: getOrigin() })).toBe(401);
});

test('the page has the CSP and a nonce, and is not cached', async () => {
  const reply = await sendRequest('/', { Cookie: await signIn() });
  expect(reply.status).toBe(200);
  const policy = String(reply.headers['content-security-policy']);
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  expect(reply.body).toContain(`nonce="${nonce}"`);
  expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${port}`);
  expect(policy).toContain("default-src 'none'");
  expect(reply.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  });
});

test('the page contains the draft shown last, only for a signed-in window', async () => {
  expect((await sendRequest('/', { Cookie: await signIn() })).body).toMatch(/<!-- preloaded -->$/);
  expect((await sendRequest('/', { Cookie: await signIn() }, 'HEAD')).body).toBe('');
  expect((await sendRequest('/')).body).not.toContain('preloaded');
});

test('a file with a hash in its name is cached as immutable', async () => {
  const reply = await sendRequest('/assets/main-abc.js', { Cookie: await signIn() });
  expect([reply.status, reply.body]).toEqual([200, 'let a;']);
  expect(reply.headers['cache-control']).toContain('immutable');
});

test.each([
  '/../outside.txt',
  '/%2e%2e/outside.txt',
  '/..%2foutside.txt',
  '/%252e%252e/outside.txt',
  '/assets/..%5c..%5coutside.txt',
  '/link.txt',
  '/.secret.txt',
  '/assets',
  '/%00',
  '/%ff',
])('serves nothing outside the renderer’s folder: %s', async (path) => {
  const reply = await sendRequest(path, { Cookie: await signIn() });
  expect([400, 404]).toContain(reply.status);
  expect(reply.body).not.toMatch(/outside|hidden/);
});

test.each(['/media/local/asset/1', `/pictures/${'a'.repeat(64)}.png`, '/fonts/amiri.ttf'])(
  'forwards %s with its range, only for a signed-in window',
  async (path) => {
    expect((await sendRequest(path)).status).toBe(401);
    const reply = await sendRequest(path, { Cookie: await signIn(), Range: 'bytes=2-4' });
    expect([reply.status, reply.body]).toEqual([206, `${path} bytes=2-4`]);
    expect(reply.headers).toMatchObject({ 'content-type': 'video/mp4', 'x-content-type-options': 'nosniff' });
  },
);

test('refuses another host name for this address', async () => {
  const Cookie = await signIn();
  for (const Host of ['evil.example', `evil.example:${port}`, '127.0.0.1', '127.0.0.1:1', `0.0.0.0:${port}`]) {
    expect((await sendRequest('/', { Cookie, Host })).status).toBe(421);
    expect(await connect({ Cookie, Host, Origin: getOrigin() })).toBe(421);
  }
});

test('answers 403 to a POST from another origin and 405 to one from its own', async () => {
  const Cookie = await signIn();
  expect((await sendRequest('/', { Cookie }, 'POST')).status).toBe(403);
  expect((await sendRequest('/', { Cookie, Origin: 'http://evil.example' }, 'POST')).status).toBe(403);
  expect((await sendRequest('/', { Cookie, Origin: getOrigin() }, 'POST')).status).toBe(405);
});

test('opens the bridge only for its own origin', async () => {
  const Cookie = await signIn();
  for (const Origin of ['http://evil.example', 'null', `http://127.0.0.1:${port + 1}`, `https://127.0.0.1:${port}`]) {
    expect(await connect({ Cookie, Origin })).toBe(403);
  }
  expect(await connect({ Cookie })).toBe(403);
  expect(await connect({ Cookie, Origin: getOrigin() }, '/elsewhere')).toBe(404);
  (await openSocket({ Cookie, Origin: getOrigin() })).close();
});

test('the bridge carries calls, faults and events', async () => {
  const socket = await openSocket({ Cookie: await signIn(), Origin: getOrigin() });
  socket.send(JSON.stringify({ id: 1, call: 'echo', input: { a: 'ü' } }));
  expect(await readNext(socket)).toEqual({ id: 1, ok: true, output: { a: 'ü' } });
  socket.send(JSON.stringify({ id: 2, call: 'nothing' }));
  expect(await readNext(socket)).toMatchObject({ id: 2, fault: { fault: 'unknown_call' } });
  socket.send('garbage');
  expect(await readNext(socket)).toMatchObject({ id: null, fault: { fault: 'bad_input' } });
  const event = readNext(socket);
  for (const send of listeners) send('runs.removed', { id: 'x' });
  expect(await event).toEqual({ event: 'runs.removed', payload: { id: 'x' } });
  const closing = new Promise((resolve) => socket.once('close', resolve));
  socket.close();
  await closing;
});

test('a message larger than 16 MB closes the connection, not the shell', async () => {
  const Cookie = await signIn();
  const socket = await openSocket({ Cookie, Origin: getOrigin() });
  const closing = new Promise((resolve) => socket.once('close', resolve));
  socket.send(JSON.stringify({ id: 1, call: 'echo', input: 'x'.repeat(17 * 1024 * 1024) }));
  expect(await closing).toBe(1009);
  (await openSocket({ Cookie, Origin: getOrigin() })).close();
});

test('a window reconnects after a restart on the same port with the same session', async () => {
  const Cookie = await signIn();
  const before = port;
  await server.close();
  await serve();
  expect(port).toBe(before);
  (await openSocket({ Cookie, Origin: getOrigin() })).close();
});

test('serves the page in the browser’s preferred language', async () => {
  const Cookie = await signIn();
  const readPage = async (language: string) => (await sendRequest('/', { Cookie, 'Accept-Language': language })).body;
  expect(await readPage('de-AT,de;q=0.9,en;q=0.8')).toContain('auf Deutsch');
  expect(await readPage('en-US,en;q=0.9,de;q=0.8')).not.toContain('auf Deutsch');
  // A damaged installation falls back to English.
  rmSync(join(folder, 'renderer/de.html'), { force: true });
  expect(await readPage('de')).toContain('<html>');
});

test('writes the session secret to no file', async () => {
  const secret = (await signIn()).split('=')[1]!;
  const { readFileSync } = await import('node:fs');
  expect(readFileSync(join(folder, 'loopback.json'), 'utf8')).not.toContain(secret);
});

test('reports a port in use, both requested and remembered', async () => {
  const other = createLoopbackServer({ host, sessions, renderer: folder });
  await expect(listenOnWorkspacePort(other, sessions, port)).rejects.toThrow(/Port \d+ is used by another program/);
  await expect(listenOnWorkspacePort(other, sessions, null)).rejects.toThrow(
    /where this workspace’s window keeps its data/,
  );
});

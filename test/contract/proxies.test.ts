/** Tests the configurations of deploy/ with the real proxies in front of a real server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ERRORS } from '#contract/errors.ts';
import { readInvitation } from '#contract/invitation.ts';
import { DOT, DOT_BYTES } from '#test/support/assets.ts';
import { sendRequest, findFreePort } from '#test/support/https.ts';
import { createPostgresDatabase } from '#test/support/postgres.ts';
import { PROXIES, startProxy } from '#test/support/proxies.ts';
import { toBucketVariables, createBucket } from '#test/support/s3-server.ts';
import { type ServiceProcess, startServerProcess } from '#test/support/service-process.ts';

import { joinBody } from './support/people.ts';

const SECRET = 'the-secret-of-this-server-made-up';

describe.each(PROXIES)('behind %s', (name) => {
  let folder: string;
  let url: string;
  let plainUrl: string;
  let server: ServiceProcess;
  let stopProxy: () => Promise<void>;
  let owner: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cutaway-proxied-'));
    const ports = { http: await findFreePort(), https: await findFreePort(), server: await findFreePort() };
    url = `https://localhost:${ports.https}`;
    plainUrl = `http://localhost:${ports.http}`;
    const args = ['--data', folder, '--public-url', url, '--behind-proxy', '--port', String(ports.server), '--sample'];
    const env = { CUTAWAY_DATABASE_URL: await createPostgresDatabase(), CUTAWAY_SECRET: SECRET };
    server = startServerProcess(args, {
      ...env,
      ...(name === 'nginx' && toBucketVariables((await createBucket()).writer)),
    });
    const line = await server.ready;
    stopProxy = await startProxy(name, ports);
    const { code } = readInvitation(line!.owner_link!)!;
    const body = joinBody(code, 'Ada');
    expect(await sendRequest(`${url}/local/v1/join`, { method: 'POST', body })).toMatchObject({ status: 201 });
    owner = body.secret;
  });
  afterAll(async () => {
    await stopProxy();
    await server.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('the API answers over HTTPS, and plain HTTP leads there', async () => {
    expect(await sendRequest(`${url}/api/v1/team`, { token: owner })).toMatchObject({ status: 200 });
    const { status, headers } = await sendRequest(`${plainUrl}/api/v1/team`);
    expect(status).toBe(308);
    expect(headers.location).toMatch(/^https:\/\/localhost(:\d+)?\/api\/v1\/team$/);
    expect(await sendRequest(`${url}/metrics`)).toMatchObject({ status: 404 });
  });

  test('a request has the same id in all logs', async () => {
    const { headers } = await sendRequest(`${url}/api/v1/team`, { token: owner });
    await expect.poll(() => server.getStderr()).toContain(`"id":"${String(headers['x-request-id'])}"`);
  });

  test('a video is served in ranges', async () => {
    const projects = await sendRequest(`${url}/api/v1/video/projects`, { token: owner });
    const id = /"id":"([0-9a-f-]{36})"/.exec(projects.text)?.[1];
    const download = await sendRequest(`${url}/api/v1/video/projects/${id}/download`, { token: owner });
    const address = /https:[^"]+\/files\/videos\/[^"]+/.exec(download.text)?.[0];
    expect(address).toMatch(new RegExp(`^${url}/`));
    const { status, headers } = await sendRequest(address!, { headers: { Range: 'bytes=10-19' } });
    expect(status).toBe(206);
    expect(headers['content-range']).toMatch(/^bytes 10-19\/\d+$/);
  });

  test('an uploaded file is served unchanged', async () => {
    const send = async (path: string, body: object) => {
      const { text } = await sendRequest(`${url}/local/v1${path}`, { method: 'POST', token: owner, body });
      return (JSON.parse(text) as { data: { id: string; state: string } }).data;
    };
    const bytes = DOT_BYTES;
    const { id } = await send('/media-assets', { name: 'dot.png', bytes: bytes.length });
    expect(await send(`/media-assets/${id}/content`, { offset: 0, data: DOT })).toMatchObject({
      state: 'processing',
    });
    const getAsset = async () => {
      const { text } = await sendRequest(`${url}/api/v1/video/media-assets/${id}`, { token: owner });
      return (JSON.parse(text) as { data: { state: string; url: string } }).data;
    };
    await expect.poll(async () => (await getAsset()).state).toBe('ready');
    const address = (await getAsset()).url;
    expect(address.startsWith(`${url}/files/assets/`)).toBe(true);
    expect((await sendRequest(address)).bytes).toEqual(bytes);
    expect((await sendRequest(address, { headers: { Range: 'bytes=1-3' } })).text).toBe('PNG');
    expect(await sendRequest(address.replace('signature=', 'signature=x'))).toMatchObject({ status: 404 });
  });

  test('changes reach an app at once', async () => {
    const end = new AbortController();
    let receivedText = '';
    const onText = (text: string): void => void (receivedText += text);
    const stream = sendRequest(`${url}/local/v1/live`, { token: owner, signal: end.signal, onText }).catch(() => null);
    await expect.poll(() => receivedText).toContain(': listening');
    // The app that makes a change isn’t notified of it.
    const invitation = await sendRequest(`${url}/local/v1/me/sessions`, { method: 'POST', token: owner, body: {} });
    const { code } = (JSON.parse(invitation.text) as { data: { code: string } }).data;
    const body = joinBody(code, 'Ada');
    await sendRequest(`${url}/local/v1/join`, { method: 'POST', body });
    await expect.poll(() => receivedText).toContain('data: people');
    end.abort();
    expect(await stream).toBeNull();
  });

  test('a body that is too large gets the server’s own answer', async () => {
    const body = { text: 'x'.repeat(2 * 1024 * 1024) };
    const { status, text } = await sendRequest(`${url}/api/v1/team/tokens`, { method: 'POST', token: owner, body });
    expect(status).toBe(413);
    const { code, message } = ERRORS.payload_too_large;
    expect(JSON.parse(text)).toEqual({ error: code, code, message });
  });

  test.each([
    ['one header', { 'X-Long': 'a'.repeat(40_000) }],
    ['one that nginx’s usual limit refuses', { 'X-Long': 'a'.repeat(16_300) }],
    ['several headers', Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`X-Long-${i}`, 'a'.repeat(7_000)]))],
  ])('headers that are too large get the server’s own answer: %s', async (_, headers) => {
    const { status, text } = await sendRequest(`${url}/api/v1/team`, { token: owner, headers });
    expect(status).toBe(431);
    const { code, message } = ERRORS.headers_too_large;
    expect(JSON.parse(text)).toEqual({ error: code, code, message });
  });

  test('a path that is too long gets the server’s own answer', async () => {
    const { status, text } = await sendRequest(`${url}/api/v1/${'a'.repeat(40_000)}`, { token: owner });
    expect([status, JSON.parse(text)]).toMatchObject([431, { code: 'headers_too_large' }]);
  });

  test('an invalid path is answered with JSON', async () => {
    const { status, text } = await sendRequest(`${url}/api/v1/channels/%00`, { token: owner });
    const { code } = JSON.parse(text) as { code: string };
    // Caddy passes it on, and nginx never does.
    expect([status, code]).toEqual(name === 'nginx' ? [400, 'malformed_request'] : [404, 'not_found']);
  });

  test('headers of the size that the server allows arrive', async () => {
    const headers = { 'X-Long': 'a'.repeat(12_000) };
    expect(await sendRequest(`${url}/api/v1/team`, { token: owner, headers })).toMatchObject({ status: 200 });
    expect(await sendRequest(`${url}/api/v1/channels?x=${'a'.repeat(12_000)}`, { token: owner })).toMatchObject({
      status: 200,
    });
  });

  test('nobody can pretend to call from elsewhere', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      const headers = { 'X-Forwarded-For': `203.0.113.${i}` };
      statuses.push(
        (await sendRequest(`${url}/local/v1/join`, { method: 'POST', headers, body: joinBody('inv_x') })).status,
      );
    }
    expect(statuses).toContain(429);
  });

  test('a server that is down is reported in the server’s own format', async () => {
    await server.end();
    const { status, text, headers } = await sendRequest(`${url}/api/v1/team`, { token: owner });
    expect([status, headers['content-type']]).toEqual([502, 'application/json']);
    const { code, message } = ERRORS.unavailable;
    expect(JSON.parse(text)).toEqual({ error: code, code, message });
  });
});

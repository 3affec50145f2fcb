/** Tests a team's server as its owner runs it: starting, signing in, and reasons not to start. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { readInvitation } from '#contract/invitation.ts';
import { openDatabase } from '#service/store/database.ts';
import { sealed_secrets } from '#service/store/schema-connections.ts';
import { checkClock } from '#service/server/start-server.ts';
import { type Answer, sendRequest, findFreePort, LOCAL_HOST } from '#test/support/https.ts';
import { createPostgresDatabase } from '#test/support/postgres.ts';
import { toBucketVariables, createBucket } from '#test/support/s3-server.ts';
import { type ServiceProcess, startServerProcess } from '#test/support/service-process.ts';

import { joinBody } from './support/people.ts';

const TLS = join(import.meta.dirname, '../support/tls');
const getCertificateArguments = (name = 'server.crt') => [
  '--tls-cert',
  join(TLS, name),
  '--tls-key',
  join(TLS, 'server.key'),
];
const SECRET = 'the-secret-of-this-server-made-up';
const NEXT_SECRET = 'the-next-secret-of-this-server...';
const METRICS_TOKEN = 'the-token-that-reads-the-figures';
const PROVIDER_KEY = 'sk-provider-key-0123456789abcdef';

let folder: string;
let databaseUrl: string;
const runningServices: ServiceProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-server-'));
  databaseUrl = await createPostgresDatabase();
});
afterEach(async () => {
  for (const server of runningServices.splice(0)) if (server.process.exitCode === null) await server.end();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(args: readonly string[], env: Readonly<Record<string, string>> = { CUTAWAY_SECRET: SECRET }) {
  const server = startServerProcess(['--data', join(folder, 'data'), ...args], {
    CUTAWAY_DATABASE_URL: databaseUrl,
    ...env,
  });
  runningServices.push(server);
  return server;
}

async function startWithTls(env?: Readonly<Record<string, string>>, ...extraArgs: readonly string[]) {
  const port = await findFreePort();
  const url = `https://localhost:${port}`;
  const args = [
    '--public-url',
    url,
    '--port',
    String(port),
    '--host',
    LOCAL_HOST,
    ...getCertificateArguments(),
    ...extraArgs,
  ];
  const server = start(args, env);
  return { server, url, line: await server.ready };
}

async function joinWithLink(link: string, name: string): Promise<{ readonly answer: Answer; readonly token: string }> {
  const { server, code } = readInvitation(link)!;
  const body = joinBody(code, name);
  const answer = await sendRequest(`${server}/local/v1/join`, { method: 'POST', body });
  return { answer, token: body.secret };
}

describe('a server on an empty database', () => {
  let owner: string;

  test('prints a link for the owner, and gives nobody else a token', async () => {
    const { server, url, line } = await startWithTls();
    expect(line).toEqual({ ready: true, base_url: url, pid: server.process.pid, owner_link: line?.owner_link });
    expect(await sendRequest(`${url}/health`)).toMatchObject({ status: 200 });
    expect(await sendRequest(`${url}/ready`)).toMatchObject({ status: 200 });

    const first = await joinWithLink(line!.owner_link!, 'Ada Lovelace');
    expect(JSON.parse(first.answer.text)).toMatchObject({
      data: { member: { name: 'Ada Lovelace', role: 'owner' } },
    });
    owner = first.token;
    const second = await joinWithLink(line!.owner_link!, 'Mallory');
    expect(second.answer.status).toBeGreaterThanOrEqual(400);
    expect(await sendRequest(`${url}/api/v1/team`, { token: second.token })).toMatchObject({ status: 401 });

    const body = { base_url: 'https://images.example/v1', model: 'painter', size: '1536x1024', api_key: PROVIDER_KEY };
    const answer = await sendRequest(`${url}/local/v1/image-provider`, { method: 'PUT', token: owner, body });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.text).not.toContain(PROVIDER_KEY);
    const store = await openDatabase({ databaseUrl });
    const sealedRows = await store.db.select().from(sealed_secrets);
    await store.close();
    expect(sealedRows).toHaveLength(1);
    expect(Buffer.from(sealedRows[0]!.sealed).toString('latin1')).not.toContain('sk-provider');
    expect(server.getStderr()).not.toContain(PROVIDER_KEY);
    expect(server.getStderr()).not.toContain(owner);
    expect(server.getStderr()).not.toContain(readInvitation(line!.owner_link!)!.code);
  });

  test('prints no owner’s link while the owner is signed in, but can create one on request', async () => {
    const { server, url, line } = await startWithTls();
    expect(line).toEqual({ ready: true, base_url: url, pid: server.process.pid });
    expect(await sendRequest(`${url}/api/v1/team`, { token: owner })).toMatchObject({ status: 200 });

    const args = ['--data', join(folder, 'data'), '--public-url', url, ...getCertificateArguments(), '--owner-link'];
    const linkProcess = startServerProcess(args, { CUTAWAY_DATABASE_URL: databaseUrl, CUTAWAY_SECRET: SECRET });
    expect(await linkProcess.ended).toBe(0);
    const { owner_link } = JSON.parse(linkProcess.stdout[0] ?? '{}') as { owner_link: string };
    const secondSignIn = await joinWithLink(owner_link, 'Ada on another computer');
    expect(JSON.parse(secondSignIn.answer.text)).toMatchObject({
      data: { member: { name: 'Ada Lovelace', role: 'owner' } },
    });
  });

  test('keys are sealed again when the secret changes, and keys sealed with an unknown one stop the start', async () => {
    const failedServer = start(['--public-url', 'https://localhost', ...getCertificateArguments(), '--port', '0'], {
      CUTAWAY_SECRET: NEXT_SECRET,
    });
    expect(await failedServer.ready).toBeNull();
    expect(failedServer.getStderr()).toContain('One key of a provider was sealed with another CUTAWAY_SECRET.');

    const { url } = await startWithTls({ CUTAWAY_SECRET: NEXT_SECRET, CUTAWAY_PREVIOUS_SECRET: SECRET });
    const images = await sendRequest(`${url}/local/v1/image-provider`, { token: owner });
    expect(JSON.parse(images.text)).toMatchObject({ data: { key_storage: 'keychain' } });
  });

  test('requests have an id in answer and log, and are counted for the holder of the metrics token', async () => {
    const env = { CUTAWAY_SECRET: NEXT_SECRET, CUTAWAY_METRICS_TOKEN: METRICS_TOKEN };
    const { server, url } = await startWithTls(env);
    const answer = await sendRequest(`${url}/api/v1/team`, { token: owner });
    const id = String(answer.headers['x-request-id']);
    await expect.poll(() => server.getStderr()).toContain(id);
    const line = server
      .getStderr()
      .split('\n')
      .find((entry) => entry.includes(id));
    expect(JSON.parse(line!)).toMatchObject({
      scope: 'http',
      path: '/api/v1/team',
      operation: 'team.get',
      status: 200,
    });

    expect(await sendRequest(`${url}/metrics`)).toMatchObject({ status: 404 });
    expect(await sendRequest(`${url}/metrics`, { token: owner })).toMatchObject({ status: 404 });
    const { status, text } = await sendRequest(`${url}/metrics`, { token: METRICS_TOKEN });
    expect(status).toBe(200);
    expect(text).toContain('cutaway_http_requests_total{operation="team.get",method="GET",status="200"} 1');
    expect(text).toMatch(/cutaway_certificate_expires_seconds 49\d+/);
    expect(text).not.toContain(owner);
  });

  test('plain HTTP is redirected to HTTPS', async () => {
    const plainPort = await findFreePort();
    const { url } = await startWithTls({ CUTAWAY_SECRET: NEXT_SECRET }, '--redirect-port', String(plainPort));
    const answer = await sendRequest(`http://${LOCAL_HOST}:${plainPort}/api/v1/ideas?page=2`);
    expect(answer).toMatchObject({ status: 308, headers: { location: `${url}/api/v1/ideas?page=2` } });
  });
});

describe('a server behind a proxy', () => {
  test('trusts the proxy about the caller’s address, and redirects plain HTTP to HTTPS', async () => {
    const args = ['--public-url', 'https://studio.example', '--behind-proxy', '--port', '0', '--sample'];
    const server = start(args, { CUTAWAY_DATABASE_URL: await createPostgresDatabase(), CUTAWAY_SECRET: SECRET });
    expect(await server.ready).toMatchObject({ base_url: 'https://studio.example' });
    const port = /"message":"service ready".*"port":(\d+)/.exec(server.getStderr())?.[1];
    const url = `http://${LOCAL_HOST}:${port}`;
    const createForwardedRequest = (address: string, protocol = 'https') => ({
      headers: { 'X-Forwarded-For': `10.1.1.1, ${address}`, 'X-Forwarded-Proto': protocol },
    });

    const redirect = await sendRequest(`${url}/api/v1/team`, createForwardedRequest('203.0.113.7', 'http'));
    expect(redirect).toMatchObject({ status: 308, headers: { location: 'https://studio.example/api/v1/team' } });

    const tryToJoin = (address: string) =>
      sendRequest(`${url}/local/v1/join`, {
        method: 'POST',
        body: joinBody('inv_wrong'),
        ...createForwardedRequest(address),
      });
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await tryToJoin('203.0.113.7')).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await tryToJoin('203.0.113.8')).status).not.toBe(429);
    expect(
      JSON.parse((await sendRequest(`${url}/openapi.json`, createForwardedRequest('203.0.113.7'))).text),
    ).toMatchObject({
      servers: [{ url: 'https://studio.example' }],
    });
    // A request through the proxy doesn't come from this computer, whatever its headers say.
    expect(await sendRequest(`${url}/metrics`, createForwardedRequest('127.0.0.1'))).toMatchObject({ status: 404 });
    expect(await sendRequest(`${url}/metrics`)).toMatchObject({ status: 200 });
  });
});

describe('a server does not start', () => {
  const PROXIED_ARGUMENTS = ['--public-url', 'https://studio.example', '--behind-proxy', '--port', '0'];

  test.each([
    ['with an expired certificate', [...getCertificateArguments('expired.crt')], /expired on 2021-01-01\. Renew it\./],
    [
      'with a certificate of another name',
      ['--public-url', 'https://studio.example', ...getCertificateArguments()],
      /isn’t for/,
    ],
    ['beyond this computer without TLS', ['--public-url', 'http://localhost', '--host', '0.0.0.0'], /needs TLS/],
  ])('%s', async (_, args, message) => {
    const publicUrl = args.includes('--public-url') ? [] : ['--public-url', 'https://localhost'];
    const server = start([...publicUrl, '--port', '0', ...args]);
    expect(await server.ended).toBe(1);
    expect(server.stdout).toEqual([]);
    expect(server.getStderr().trim().split('\n')).toEqual([expect.stringMatching(message)]);
  });

  test('on a database of a newer version, which stays as it is', async () => {
    const newerUrl = await createPostgresDatabase();
    const store = await openDatabase({ databaseUrl: newerUrl });
    await store.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`,
    );
    await store.close();
    const server = start(PROXIED_ARGUMENTS, { CUTAWAY_DATABASE_URL: newerUrl, CUTAWAY_SECRET: SECRET });
    expect(await server.ended).toBe(3);
    expect(server.getStderr()).toMatch(
      /a version of Cutaway that is newer than this one .*choose another database\.$/m,
    );
  });

  test.each([
    ['a bucket that isn’t there', { CUTAWAY_FILES: 's3://no-such-bucket' }, /There is no bucket named/],
    ['a wrong key', { AWS_SECRET_ACCESS_KEY: 'wrong' }, /refuses the key/],
    ['a bucket that it can only read', 'reader', /can be read but not written/],
    ['no file store', { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' }, /isn’t responding/],
  ] as const)('with %s', async (_, change, message) => {
    const { writer, reader } = await createBucket();
    const variables = change === 'reader' ? toBucketVariables(reader) : { ...toBucketVariables(writer), ...change };
    const server = start(PROXIED_ARGUMENTS, { ...variables, CUTAWAY_SECRET: NEXT_SECRET });
    expect(await server.ended).toBe(1);
    expect(server.stdout).toEqual([]);
    expect(server.getStderr().trim().split('\n').at(-1)).toMatch(message);
    expect(server.getStderr()).not.toContain(writer.secretAccessKey);
  });

  test('on a database that isn’t there', async () => {
    const server = start(PROXIED_ARGUMENTS, {
      CUTAWAY_DATABASE_URL: `postgres://cutaway:hush-hush@${LOCAL_HOST}:${await findFreePort()}/none`,
      CUTAWAY_SECRET: SECRET,
    });
    expect(await server.ended).toBe(1);
    expect(server.getStderr()).toMatch(/^PostgreSQL isn’t responding: /m);
    expect(server.getStderr()).not.toContain('hush-hush');
  });

  test('while its clock and the database’s differ', async () => {
    const store = await openDatabase({ databaseUrl });
    try {
      await expect(checkClock(store)).resolves.toBeUndefined();
      await expect(checkClock(store, () => Date.now() + 3_600_000)).rejects.toThrow(
        'The clock of this computer and the database’s differ by 60 minutes. Let both follow a time server.',
      );
    } finally {
      await store.close();
    }
  });
});

/** Tests that a server's backup can be restored completely, and that an incomplete one is refused. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { readInvitation } from '#contract/invitation.ts';
import { DOT, DOT_BYTES } from '#test/support/assets.ts';
import { sendRequest } from '#test/support/https.ts';
import { createPostgresDatabase } from '#test/support/postgres.ts';
import { toBucketVariables, createBucket } from '#test/support/s3-server.ts';
import { type ServiceProcess, startServerProcess } from '#test/support/service-process.ts';

import { joinBody } from './support/people.ts';

const ROOT = join(import.meta.dirname, '../..');
const SECRET = 'the-secret-of-this-server-made-up';
let folder: string;
const runningServices: ServiceProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-backup-'));
});
afterAll(async () => {
  for (const server of runningServices) if (server.process.exitCode === null) await server.end();
  await rm(folder, { recursive: true, force: true });
});

type Variables = Readonly<Record<string, string>>;

async function run(command: string, args: readonly string[], env: Variables) {
  const child = spawn(command, [...args], { cwd: ROOT, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

async function start(env: Variables): Promise<{ readonly url: string; readonly link: string }> {
  const server = startServerProcess(['--port', '0'], env);
  runningServices.push(server);
  const line = await server.ready;
  const port = /"message":"service ready".*"port":(\d+)/.exec(server.getStderr())?.[1];
  return { url: `http://127.0.0.1:${port}`, link: line?.owner_link ?? '' };
}

async function send(url: string, path: string, token: string | undefined, body: object) {
  const { text } = await sendRequest(`${url}/local/v1${path}`, {
    method: 'POST',
    body,
    ...(token !== undefined && { token }),
  });
  return (JSON.parse(text) as { data: { id: string } }).data;
}

test('a backup is restored into another database and another storage', async () => {
  const backups = join(folder, 'backups');
  const databaseUrl = await createPostgresDatabase();
  const commonEnv = { CUTAWAY_PUBLIC_URL: 'http://localhost', CUTAWAY_SECRET: SECRET };
  const bucket = toBucketVariables((await createBucket()).writer);
  const settings = {
    ...commonEnv,
    ...bucket,
    CUTAWAY_DATABASE_URL: databaseUrl,
    CUTAWAY_DATA: join(folder, 'scratch'),
  };

  const { url, link } = await start(settings);
  const { secret, ...body } = joinBody(readInvitation(link)!.code, 'Ada');
  await send(url, '/join', undefined, { ...body, secret });
  const bytes = DOT_BYTES;
  const { id } = await send(url, '/media-assets', secret, { name: 'dot.png', bytes: bytes.length });
  await send(url, `/media-assets/${id}/content`, secret, { offset: 0, data: DOT });
  const getAsset = async (serverUrl: string) => {
    const { text } = await sendRequest(`${serverUrl}/api/v1/video/media-assets/${id}`, { token: secret });
    return (JSON.parse(text) as { data: { state: string; url: string } }).data;
  };
  await expect.poll(async () => (await getAsset(url)).state).toBe('ready');

  const firstBackup = await run('deploy/backup.sh', [backups], settings);
  expect(firstBackup, firstBackup.output).toMatchObject({ code: 0 });
  const [name] = (await readdir(backups)).filter((entry) => entry.startsWith('20'));
  // The file and its preview picture.
  expect(firstBackup.output).toContain('{"files":2,"missing":[],"copied":2}');
  expect(await readFile(join(backups, 'files/videos/assets', id))).toEqual(bytes);

  const restoredUrl = await createPostgresDatabase();
  const dump = join(backups, name!, 'database.dump');
  expect(await run('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${restoredUrl}`, dump], {})).toMatchObject(
    {
      code: 0,
    },
  );
  const restoredSettings = { ...commonEnv, CUTAWAY_DATABASE_URL: restoredUrl, CUTAWAY_DATA: join(backups, 'files') };
  const restoredServer = await start({ ...restoredSettings, CUTAWAY_FILES: '' });
  const address = new URL((await getAsset(restoredServer.url)).url);
  expect((await sendRequest(`${restoredServer.url}${address.pathname}${address.search}`)).bytes).toEqual(bytes);

  // A second backup copies nothing again; one that lacks a file fails the proof.
  const secondBackup = await run('deploy/backup.sh', [backups], settings);
  expect(secondBackup.output).toContain('"copied":0');
  await rm(join(backups, 'files/videos/assets', id));
  const proof = await run('deploy/prove-restore.sh', [dump, join(backups, 'files')], settings);
  expect(proof.code).toBe(1);
  expect(proof.output).toContain(`A file is missing or incomplete: videos/assets/${id}`);
});

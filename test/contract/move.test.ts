/** Tests that a server's archive fills another server or an app completely, and that only an empty database takes one. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { readInvitation } from '#contract/invitation.ts';
import { DOT, DOT_BYTES } from '#test/support/assets.ts';
import { sendRequest } from '#test/support/https.ts';
import { createPostgresDatabase } from '#test/support/postgres.ts';
import { toBucketVariables, createBucket } from '#test/support/s3-server.ts';
import { type ServiceProcess, startServerProcess } from '#test/support/service-process.ts';

import { joinBody } from './support/people.ts';

const COMMON = { CUTAWAY_PUBLIC_URL: 'http://localhost', CUTAWAY_SECRET: 'the-secret-of-this-server-made-up' };
type Variables = Readonly<Record<string, string>>;

let folder: string;
const runningServices: ServiceProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-move-'));
});
afterAll(async () => {
  for (const server of runningServices) if (server.process.exitCode === null) await server.end();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a task of the server to its end; returns its output, or what it says if it fails. */
async function runTask(env: Variables, ...args: string[]): Promise<Record<string, unknown> | string> {
  const task = startServerProcess(args, env);
  const code = await task.ended;
  return code === 0 ? (JSON.parse(task.stdout[0] ?? '{}') as Record<string, unknown>) : task.getStderr();
}

const newSettings = async (name: string, files: Variables = {}): Promise<Variables> => ({
  ...COMMON,
  ...files,
  CUTAWAY_DATABASE_URL: await createPostgresDatabase(),
  CUTAWAY_DATA: join(folder, name),
});

async function startServer(env: Variables): Promise<string> {
  const server = startServerProcess(['--port', '0', '--sample'], env);
  runningServices.push(server);
  await server.ready;
  return `http://127.0.0.1:${/"message":"service ready".*"port":(\d+)/.exec(server.getStderr())?.[1]}`;
}

async function signIn(url: string, link: unknown): Promise<string> {
  const { secret, ...body } = joinBody(readInvitation(String(link))!.code, 'Ada');
  await sendRequest(`${url}/local/v1/join`, { method: 'POST', body: { ...body, secret } });
  return secret;
}

async function call<T>(url: string, path: string, token: string, body?: object): Promise<T> {
  const { text } = await sendRequest(`${url}${path}`, { token, ...(body && { method: 'POST', body }) });
  return (JSON.parse(text) as { data: T }).data;
}

/** Returns the rows of an archive, without those that each start of a service rewrites, and its pictures and videos. */
async function readArchive(path: string) {
  const files = unzipSync(await readFile(path));
  const rows = Buffer.from(files['service.jsonl']!).toString().trim().split('\n').slice(1, -1);
  const media = Object.keys(files).filter((name) => /^(images|videos)\//.test(name));
  return {
    rows: rows.map((line) => (/"system_key":"/.test(line) ? line.replace(/"updated_at":"[^"]*"/, '') : line)),
    media: Object.fromEntries(media.map((name) => [name, Buffer.from(files[name]!)])),
  };
}

test('a team moves to another server and back with every row and file', async () => {
  const source = await newSettings('source');
  const url = await startServer(source);
  const token = await signIn(url, ((await runTask(source, '--owner-link')) as { owner_link: string }).owner_link);
  const { id } = await call<{ id: string }>(url, '/local/v1/media-assets', token, {
    name: 'dot.png',
    bytes: DOT_BYTES.length,
  });
  await call(url, `/local/v1/media-assets/${id}/content`, token, { offset: 0, data: DOT });
  const getAsset = (base: string, by: string) =>
    call<{ state: string; url: string }>(base, `/api/v1/video/media-assets/${id}`, by);
  await expect.poll(async () => (await getAsset(url, token)).state).toBe('ready');

  const archive = join(folder, 'team.cutaway');
  expect(await runTask(source, '--export-archive', archive)).toMatchObject({ exported: { scripts: 7 }, missing: [] });

  const target = await newSettings('target', toBucketVariables((await createBucket()).writer));
  const importTask = await runTask(target, '--import-archive', archive);
  expect(importTask).toMatchObject({ imported: { scripts: 7 }, missing: [] });
  const { owner_link: link } = importTask as { owner_link: string };
  const targetUrl = await startServer(target);
  const targetToken = await signIn(targetUrl, link);
  const address = new URL((await getAsset(targetUrl, targetToken)).url);
  expect((await sendRequest(`${targetUrl}${address.pathname}${address.search}`)).bytes).toEqual(DOT_BYTES);
  const sourceInstallation = await call<{ id: string }>(url, '/local/v1/studio', token);
  const movedFrom = { studio: sourceInstallation.id, last_script_id: 7 };
  expect(await call(targetUrl, '/local/v1/studio', targetToken)).toMatchObject({ moved_from: movedFrom });

  const again = join(folder, 'again.cutaway');
  await runTask(target, '--export-archive', again);
  const [before, after] = [await readArchive(archive), await readArchive(again)];
  expect(after.media).toEqual(before.media);
  const isAboutSignIn = (line: string): boolean => /"table":"(administration_log|users)"/.test(line);
  expect(after.rows.filter((line) => !isAboutSignIn(line))).toEqual(before.rows.filter((line) => !isAboutSignIn(line)));
  // The import deletes what it unpacked.
  expect((await readdir(join(folder, 'target'))).filter((name) => name.startsWith('.archive-'))).toEqual([]);

  expect(await runTask(target, '--import-archive', archive)).toContain('This database has a team already.');
});

test('a damaged or missing archive leaves the database empty for another try', async () => {
  const settings = await newSettings('damaged');
  const archive = join(folder, 'damaged.cutaway');
  await writeFile(archive, 'not an archive');
  expect(await runTask(settings, '--import-archive', archive)).toContain('This isn’t a Cutaway archive');
  const source = await newSettings('sample');
  await runTask(source, '--owner-link', '--sample');
  const intact = join(folder, 'intact.cutaway');
  await runTask(source, '--export-archive', intact);
  const files = unzipSync(await readFile(intact));
  await writeFile(archive, zipSync({ ...files, 'service.jsonl': files['service.jsonl']!.slice(0, -40) }));
  expect(await runTask(settings, '--import-archive', archive)).toContain('This archive is damaged');
  expect(await runTask(settings, '--import-archive', join(folder, 'none.cutaway'))).toContain(
    'There is no archive at ',
  );
  expect(await runTask(settings, '--import-archive', intact)).toMatchObject({ missing: [] });
});

/** Tests the host on the real local service, as the browser shell runs it. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { expectMeasured } from '#test/support/expect-measured.ts';
import { removeFolder } from '#test/support/remove-folder.ts';

import type { Account } from '#contract/account-calls.ts';
import type { CallInput, CallName, CallOutput } from '#contract/bridge.ts';
import type { WatchedRun } from '#contract/watched-run.ts';
import { SessionKeychain } from '#platform/keychain.ts';
import { createHost, type Host } from '../host/host.ts';
import type { ServiceProcess } from '../host/ports.ts';
import { spawnService } from './service-process.ts';

const SERVICE = join(import.meta.dirname, '..', '..', 'dist', 'service', 'main.js');
const WRONG_TOKEN = 'sk_live_wrongwrongwrong';

let folder = '';
let host: Host;
let child: ServiceProcess;
let address = { base_url: '', token: '' };
const messages: string[] = [];
const outputs: string[] = [];
const notifications: string[] = [];

function makeHost(dataFolder: string): Host {
  const createdHost = createHost({
    dataFolder,
    shell: 'web',
    version: '1.2.3',
    serviceModule: SERVICE,
    sample: true,
    keychain: new SessionKeychain(),
    log: (line) => void messages.push(line),
    ports: {
      saveFile: null,
      saveFolder: null,
      openExportFolder: null,
      openExternal: null,
      updater: 'browser',
      quit: null,
      openFolder: () => Promise.resolve(true),
      notify: ({ title }) => void notifications.push(title),
      captureState: null,
      spellingState: null,
      spawnService: (path, args) => {
        child = spawnService(path, args);
        child.stdout.on('data', (chunk: Buffer) => (address = JSON.parse(chunk.toString()) as typeof address));
        return child;
      },
    },
  });
  createdHost.onEvent((name, payload) => void messages.push(`${name} ${JSON.stringify(payload)}`));
  return createdHost;
}

async function callHost<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const output = await host.dispatch(name, input, { shell: 'web', windowId: 'test' });
  outputs.push(JSON.stringify(output));
  return output as CallOutput<N>;
}

/** Returns the data of a successful answer and fails otherwise. */
async function callApi<T>(account: string, request: Omit<CallInput<'api.call'>, 'account'>): Promise<T> {
  const answer = await callHost('api.call', { account, ...request });
  if (answer.kind !== 'answer' || answer.status >= 300) throw new Error(JSON.stringify(answer));
  return (answer.body as { data: T }).data;
}

/** Waits until a condition holds. */
async function waitUntil(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (;;) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function createScript(account: string): Promise<{ script_id: number; channel_id: number }> {
  const channels = await callApi<{ id: number }[]>(account, { operation: 'channels.list' });
  const channel_id = channels[0]!.id;
  const body = { title: 'How a tide clock works', topic: 'Why the tide comes later every day.', length: 300 };
  const createdScript = await callApi<{ script_id: number }>(account, {
    operation: 'scripts.create',
    params: { id: channel_id },
    body,
  });
  return { channel_id, script_id: createdScript.script_id };
}

async function generate(account: string): Promise<WatchedRun> {
  const script = await createScript(account);
  const startedRun = await callHost('runs.start', { account, ...script, script_title: 'Tide', kind: 'outline' });
  expect(startedRun.answer).toMatchObject({ kind: 'answer', status: 202 });
  const find = async () => (await callHost('runs.list', {})).runs.find((run) => run.id === startedRun.run?.id);
  await waitUntil(async () => (await find())?.finished_at !== null);
  return (await find())!;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-studio-'));
  host = makeHost(folder);
  await host.start();
});
afterAll(async () => {
  await host.stop();
  await removeFolder(folder);
});

test('answers before the service is ready, then opens the sample workspace', { timeout: 300_000 }, async () => {
  const info = await callHost('app.info', {});
  expect(info).toMatchObject({ shell: 'web', version: '1.2.3', first_start: true, problems: [] });
  expect(info.service.status).toBe('starting');
  // A call made before the service is ready waits for it.
  expect(await callHost('api.call', { account: 'local', operation: 'team.get' })).toMatchObject({ status: 200 });
  await waitUntil(async () => (await callHost('accounts.list', {})).accounts[0]?.credits_remaining !== null);
  const after = await callHost('app.info', {});
  expect(after.service).toEqual({ status: 'ready', message: null, sample: true });
  expect(after.accounts.accounts[0]).toMatchObject({ id: 'local', state: 'ready', role: 'owner' });
});

test('refuses a second start on the same folder within 1 s and names the first', async () => {
  const start = Date.now();
  await expect(makeHost(folder).start()).rejects.toThrow(new RegExp(`in use.*${process.pid}`));
  expectMeasured(Date.now() - start, 1000);
});

test('stores the text of a completed run in the journal, as the service has it', async () => {
  const run = await generate('local');
  expect(run).toMatchObject({ status: 'completed', progress: 100, error: null });
  const { entries } = await callHost('journal.read', { keys: [run.result_key!] });
  const content = await callApi<{ outline: string; outline_version: number }>('local', {
    operation: 'scripts.content',
    params: { id: run.script_id },
  });
  expect(entries[0]?.value).toMatchObject({ text: content.outline, version: content.outline_version, kind: 'outline' });
  expect(content.outline.length).toBeGreaterThan(100);
  // The notification comes once the finished run is on disk.
  await waitUntil(() => notifications.includes('Outline ready'));
});

test('restarts a killed service', { timeout: 300_000 }, async () => {
  child.kill();
  await waitUntil(() => messages.some((line) => line.startsWith('service.changed') && line.includes('restarting')));
  expect(await callHost('api.call', { account: 'local', operation: 'team.get' })).toMatchObject({ status: 200 });
});

test('reports every connection failure at its field', async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url?.includes('/nothing/') ? 404 : request.url?.includes('/noteam/') ? 403 : 200;
    response.end(response.statusCode === 403 ? '{"error":"No team associated with user"}' : '<html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const web = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const closedServer = createServer();
  await new Promise<void>((resolve) => closedServer.listen(0, '127.0.0.1', resolve));
  const closedAddress = `http://127.0.0.1:${(closedServer.address() as AddressInfo).port}`;
  await new Promise((resolve) => closedServer.close(resolve));
  const connect = (base_url: string, token = WRONG_TOKEN) =>
    callHost('accounts.connect', { base_url, token, storage: 'session' });
  const cases: [string, string, RegExp][] = [
    ['not an address at all', 'base_url', /isn’t a valid address/],
    ['http://example.com', 'base_url', /https/],
    ['https://user:pass@example.com', 'base_url', /user name/],
    [closedAddress, 'base_url', /Nothing responds/],
    [web, 'base_url', /isn’t a Content Creation Service/],
    [`${web}/nothing`, 'base_url', /isn’t a Content Creation Service/],
    [`${web}/noteam`, 'token', /No team associated/],
    [address.base_url, 'token', /refused the token/],
  ];
  for (const [url, field, pattern] of cases) {
    expect(await connect(url), url).toMatchObject({ ok: false, field, message: expect.stringMatching(pattern) });
  }
  expect(await connect(address.base_url, 'two words')).toMatchObject({ ok: false, field: 'token' });
  server.close();
  expect((await callHost('accounts.list', {})).accounts).toHaveLength(1);
});

let remote: Account;

test('connects an account with its team, credits and operations', async () => {
  const input = { base_url: `${address.base_url}/api/v1/`, token: address.token, storage: 'keychain' as const };
  const answer = await callHost('accounts.connect', input);
  if (!answer.ok) throw new Error(answer.message);
  remote = answer.account;
  expect(remote).toMatchObject({ kind: 'remote', state: 'ready', storage: 'keychain', role: 'owner' });
  expect(remote.credits_remaining).toBeTypeOf('number');
  expect(remote.operations).toContain('scripts.generateScript');
  expect((await callHost('accounts.list', {})).active).toBe(remote.id);
  // Connecting the same service and team again finds the same account.
  expect(await callHost('accounts.connect', input)).toMatchObject({ ok: true, account: { id: remote.id } });
  expect((await callHost('accounts.list', {})).accounts).toHaveLength(2);
});

test('follows a run on a remote account by polling', async () => {
  expect(await generate(remote.id)).toMatchObject({ status: 'completed', account: remote.id });
});

test('shows in the account’s state that its service is unreachable', { timeout: 300_000 }, async () => {
  child.kill(); // the next start has another session token
  await waitUntil(async () => {
    const answer = await callHost('api.call', { account: 'local', operation: 'team.get' });
    return answer.kind === 'answer' && answer.status === 200;
  });
  const checkAnswer = await callHost('accounts.check', { id: remote.id });
  expect(['unreachable', 'token_refused']).toContain(checkAnswer.state);
  expect(checkAnswer.message).toBeTruthy();
});

test('deletes the token on sign-out, and keeps the account’s entry and drafts', async () => {
  const key = `draft/${remote.id}/1/script`;
  await callHost('journal.write', { entries: [{ key, rev: 1, updated_at: '2026-01-01', value: { text: 'mine' } }] });
  const { accounts } = await callHost('accounts.signOut', { id: remote.id });
  expect(accounts.find((a) => a.id === remote.id)).toMatchObject({ state: 'signed_out', storage: 'none' });
  expect(await callHost('api.call', { account: remote.id, operation: 'team.get' })).toMatchObject({
    kind: 'signed_out',
  });
  expect((await callHost('journal.read', { keys: [key] })).entries).toHaveLength(1);
  const removalAnswer = await callHost('accounts.remove', { id: remote.id });
  expect(removalAnswer).toMatchObject({ active: 'local' });
  expect(removalAnswer.accounts).toHaveLength(1);
});

test(
  'a reset moves workspace and drafts aside and keeps late drafts out of the new one',
  { timeout: 60_000 },
  async () => {
    const key = 'draft/local/1/script';
    await callHost('journal.write', { entries: [{ key, rev: 1, updated_at: '2026-01-01', value: { text: 'old' } }] });
    await callHost('workspace.reset', { sample: false });
    expect((await callHost('journal.list', {})).entries.filter((e) => e.key.includes('/local/'))).toEqual([]);
    expect((await callHost('runs.list', {})).runs.filter((run) => run.account === 'local')).toEqual([]);
    const ideas = await callHost('api.call', { account: 'local', operation: 'ideas.list', params: { id: 1 } });
    expect(ideas).toMatchObject({ status: 200, body: { data: [] } });
    expect((await callHost('app.info', {})).service.sample).toBe(false);
    const movedFolder = readdirSync(folder).find((name) => name.startsWith('journal-before-'))!;
    expect(readFileSync(join(folder, movedFolder, 'draft~local~1~script.json'), 'utf8')).toContain('old');
    expect(readdirSync(folder).some((name) => name.startsWith('service-before-'))).toBe(true);
    expect(existsSync(join(folder, 'start-over.json'))).toBe(false);

    // A window that missed the reset still holds the old text, which must not reach the new workspace.
    expect((await callHost('app.info', {})).local_since).toMatch(/^20.*Z$/);
    const staleWrite = { key, rev: 9, updated_at: '2026-01-02', value: { text: 'late' } };
    expect(await callHost('journal.write', { entries: [staleWrite] })).toEqual({ ok: true, stale: [key] });
    const fresh = { ...staleWrite, updated_at: new Date().toISOString(), value: { text: 'new' } };
    expect(await callHost('journal.write', { entries: [fresh] })).toEqual({ ok: true, stale: [] });
    expect((await callHost('journal.read', { keys: [key] })).entries.map(({ value }) => value)).toEqual([
      { text: 'new' },
    ]);
  },
);

test('no token appears in any answer, event, log line or file', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && !name.startsWith('service'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const allOutput = [...outputs, ...messages, ...files].join('\n');
  expect(allOutput).toContain('Sample Studio');
  expect(allOutput).not.toContain('sk_live_');
});

test('an unknown language in the settings resets no other setting', { timeout: 300_000 }, async () => {
  await callHost('settings.set', { pace: 165 });
  await host.stop();
  const storedSettings = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ ...storedSettings, language: 'eo' }));
  host = makeHost(folder);
  await host.start();
  const info = await callHost('app.info', {});
  expect(info).toMatchObject({ problems: [], settings: { language: 'system', pace: 165 } });
});

test('moves damaged files aside, reports them and opens the workspace', { timeout: 300_000 }, async () => {
  await host.stop();
  for (const name of ['settings.json', 'accounts.json', 'runs.json']) writeFileSync(join(folder, name), '{"half');
  host = makeHost(folder);
  await host.start();
  const info = await callHost('app.info', {});
  expect(info.problems).toHaveLength(3);
  expect(info).toMatchObject({ first_start: false, settings: { pace: 150 }, accounts: { active: 'local' } });
  expect(readdirSync(folder).filter((name) => name.includes('.corrupt-'))).toHaveLength(3);
  expect(await callHost('settings.set', { pace: 170 })).toMatchObject({ pace: 170 });
  expect(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))).toMatchObject({ pace: 170 });
});

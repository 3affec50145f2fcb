/** Tests joining a team against the real service, with answers that get lost and a keychain that is locked. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { createInvitationLink } from '#contract/invitation.ts';
import type { CreatedInvitation } from '#contract/schema/people.ts';
import type { z } from 'zod';
import { SessionKeychain } from '#platform/keychain.ts';
import { startTestService, type TestService } from '#test/support/service.ts';
import { Accounts } from './accounts.ts';
import { openAccountsFile } from './accounts-file.ts';
import { ApiClient, type ApiTarget } from './api-client.ts';
import type { ApiRequest } from './request.ts';
import { TokenStore } from './token-store.ts';

/** Loses the answer to the request that joins while `losesAnswers`. */
class LosingClient extends ApiClient {
  losesAnswers = false;

  override async send(target: ApiTarget, request: ApiRequest) {
    const answer = await super.send(target, request);
    if (!this.losesAnswers || request.operation !== 'local.join') return answer;
    return { kind: 'unreachable' as const, message: 'The connection was lost.', sent: 'unclear' as const };
  }
}

let service: TestService;
let folder: string;
let accounts: Accounts;
let client: LosingClient;

beforeAll(async () => {
  service = await startTestService('pglite');
});
afterAll(() => service.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-join-'));
  client = new LosingClient();
  accounts = new Accounts({
    file: await openAccountsFile(folder, () => undefined),
    tokens: new TokenStore(new SessionKeychain()),
    client,
    service: { state: { status: 'stopped', message: null, sample: false }, whenReady: () => Promise.resolve(null) },
    emit: () => undefined,
  });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function asOwner(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: unknown };
  expect(response.ok, JSON.stringify(answer)).toBe(true);
  return answer.data;
}

async function invite(role = 'editor'): Promise<string> {
  const createdInvitation = (await asOwner('POST', '/local/v1/invitations', { role })) as z.output<
    typeof CreatedInvitation
  >;
  return createInvitationLink({ server: service.baseUrl, code: createdInvitation.code });
}

const joinWith = (invitation: string, name = 'Grace') => accounts.join({ invitation, name, storage: 'session' });
const listMemberNames = async () =>
  ((await asOwner('GET', '/local/v1/members')) as { name: string }[]).map(({ name }) => name);

test('offers an editor who joined the team’s operations, without those of administrators', async () => {
  const joinAnswer = await joinWith(await invite());
  if (!joinAnswer.ok) throw new Error(joinAnswer.message);
  expect(joinAnswer.account).toMatchObject({
    kind: 'remote',
    role: 'editor',
    state: 'ready',
    base_url: service.baseUrl,
  });
  expect(joinAnswer.account.operations).toEqual(expect.arrayContaining(['scripts.list', 'local.members.list']));
  expect(joinAnswer.account.operations).not.toContain('local.members.remove');
  expect(accounts.list().active).toBe(joinAnswer.account.id);
  expect(await readFile(join(folder, 'accounts.json'), 'utf8')).not.toContain('sk_live_');
  const listAnswer = await accounts.send(joinAnswer.account.id, { operation: 'local.members.list' });
  expect(listAnswer).toMatchObject({ kind: 'answer', status: 200 });
});

test('offers other operations after the role has changed', async () => {
  const joinAnswer = await joinWith(await invite('admin'));
  if (!joinAnswer.ok) throw new Error(joinAnswer.message);
  const { id } = joinAnswer.account;
  expect(joinAnswer.account.operations).toContain('local.members.remove');
  const people = (await asOwner('GET', '/local/v1/members')) as { id: number }[];
  await asOwner('PATCH', `/local/v1/members/${people.at(-1)!.id}`, { role: 'viewer' });
  const { operations } = await accounts.check(id);
  expect(operations).toEqual(expect.arrayContaining(['local.studio', 'local.sessions.list', 'local.scripts.voice']));
  for (const refusedOperation of [
    'local.members.remove',
    'local.content.put',
    'local.videos.restore',
    'local.boardItems.put',
  ]) {
    expect(operations).not.toContain(refusedOperation);
  }
});

test('joins only once if the person tries again after a lost answer', async () => {
  const link = await invite();
  client.losesAnswers = true;
  expect(await joinWith(link, 'Lost')).toMatchObject({ ok: false, field: null });
  client.losesAnswers = false;
  expect(await joinWith(link, 'Lost')).toMatchObject({ ok: true });
  expect((await listMemberNames()).filter((name) => name === 'Lost')).toHaveLength(1);
});

test('reports a mistake at its field, and lets nobody join', async () => {
  const namesBefore = await listMemberNames();
  const link = await invite();
  const code = new URL(link).searchParams.get('code')!;
  const linkTo = (server: string) => createInvitationLink({ server, code });
  const getRefusal = async (invitation: string, name = 'Nobody') => {
    const answer = await joinWith(invitation, name);
    return answer.ok ? null : { field: answer.field, message: answer.message };
  };
  expect(await getRefusal('hello')).toMatchObject({
    field: 'invitation',
    message: expect.stringMatching(/isn’t an invitation/) as string,
  });
  expect(await getRefusal(linkTo('http://example.org'))).toMatchObject({
    field: 'invitation',
    message: expect.stringMatching(/https/) as string,
  });
  expect(await getRefusal(link, '  ')).toMatchObject({ field: 'name' });
  expect(await getRefusal(link, 'x'.repeat(101))).toEqual({ field: 'name', message: 'At most 100 characters.' });
  expect(await getRefusal(link.replace(/inv_.{4}/, 'inv_xxxx'))).toMatchObject({
    field: 'invitation',
    message: expect.stringMatching(/knows no/) as string,
  });
  expect(await getRefusal(linkTo('http://127.0.0.1:9'))).toMatchObject({ field: null });
  expect(accounts.list().accounts.filter(({ kind }) => kind === 'remote')).toEqual([]);
  expect(await listMemberNames()).toEqual(namesBefore);
});

test('offers only the API to a token made through the API', async () => {
  const createdToken = await fetch(`${service.baseUrl}/api/v1/team/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Writer', abilities: ['scripts:read', 'scripts:write'] }),
  });
  const { token } = (await createdToken.json()) as { token: { token: string } };
  const connection = await accounts.connect({ base_url: service.baseUrl, token: token.token, storage: 'session' });
  if (!connection.ok) throw new Error(connection.message);
  const { id, operations } = connection.account;
  expect(operations).toContain('scripts.list');
  expect(operations!.filter((operation) => operation.startsWith('local.'))).toEqual([]);
  await expect(accounts.send(id, { operation: 'local.studio' })).rejects.toMatchObject({ fault: 'bad_input' });
});

test('refuses a window’s own request to join a team', async () => {
  const joinAnswer = await joinWith(await invite());
  if (!joinAnswer.ok) throw new Error(joinAnswer.message);
  await expect(accounts.send(joinAnswer.account.id, { operation: 'local.join', body: {} })).rejects.toThrow('itself');
});

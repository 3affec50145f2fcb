/** Tests the accounts against the real service, through a network that can be interrupted. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { SessionKeychain } from '#platform/keychain.ts';
import { startTestService, type TestService } from '#test/support/service.ts';
import { Accounts } from './accounts.ts';
import { openAccountsFile } from './accounts-file.ts';
import { ApiClient, type ApiTarget } from './api-client.ts';
import { TokenStore } from './token-store.ts';
import type { ApiRequest } from './request.ts';

/** A client that cannot read the balance while `isBalanceHidden`. */
class HidingClient extends ApiClient {
  isBalanceHidden = false;

  override send(target: ApiTarget, request: ApiRequest) {
    if (this.isBalanceHidden && request.operation === 'credits.get')
      return Promise.resolve({ kind: 'unreachable' as const, message: 'Too many requests.', sent: 'no' as const });
    return super.send(target, request);
  }
}

let folder: string;
let service: TestService;
let accounts: Accounts;
const client = new HidingClient();

async function asOwner(method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok, await response.text()).toBe(true);
}

beforeAll(async () => {
  service = await startTestService('pglite');
  folder = await mkdtemp(join(tmpdir(), 'cutaway-accounts-'));
  accounts = new Accounts({
    file: await openAccountsFile(folder, () => undefined),
    tokens: new TokenStore(new SessionKeychain()),
    client,
    service: { state: { status: 'stopped', message: null, sample: false }, whenReady: () => Promise.resolve(null) },
    emit: () => undefined,
  });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

test('shows the balance that a refusal reports, even if the balance can’t be read', async () => {
  const { token, baseUrl } = service;
  const connection = await accounts.connect({ base_url: baseUrl, token, storage: 'session' });
  if (!connection.ok) throw new Error(connection.message);
  const { id } = connection.account;
  const readBalance = () => accounts.list().accounts.find((account) => account.id === id)?.credits_remaining;
  expect(readBalance()).toBeGreaterThan(8);

  await asOwner('PUT', '/local/v1/credit-plan', { plan_credits: 5 });
  // Only drafts of a language model cost credits.
  const model = { kind: 'openai-compatible', label: 'Model', base_url: 'http://127.0.0.1:9/v1', model: 'm' };
  await asOwner('POST', '/local/v1/model-providers', { ...model, api_key: 'key', active: true });
  client.isBalanceHidden = true;
  const body = { title: 'Long', topic: 'What one sees out of the window.', length: 5000 };
  const refusal = await accounts.send(id, { operation: 'scripts.create', params: { id: 1 }, body });
  expect(refusal).toMatchObject({ kind: 'answer', status: 402 });
  expect(readBalance()).toBe(5);
  await accounts.check(id);
  expect(readBalance()).toBe(5);

  client.isBalanceHidden = false;
  await asOwner('PUT', '/local/v1/credit-plan', { plan_credits: 8 });
  await accounts.send(id, { operation: 'scripts.create', params: { id: 1 }, body });
  await vi.waitFor(() => expect(readBalance()).toBe(8));
});

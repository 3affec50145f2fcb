import { expect, it } from 'vitest';

import type { Account } from '#contract/account-calls.ts';
import type { OperationId } from '#contract/operations/index.ts';

import { Bridge } from '../bridge/bridge.ts';
import { FakeTransport } from '../bridge/fake-transport.ts';
import { Accounts } from './accounts.svelte.ts';

const createAccount = (id: string, operations: OperationId[] | null): Account => ({
  id,
  kind: id === 'local' ? 'local' : 'remote',
  label: id,
  base_url: id === 'local' ? null : 'https://service.example',
  state: 'ready',
  message: null,
  storage: 'session',
  requests_left: null,
  team: null,
  role: null,
  plan: null,
  plan_status: null,
  credits_remaining: null,
  plan_credits: null,
  checked_at: null,
  operations,
});
const ALL_ACCOUNTS = [
  createAccount('local', null),
  createAccount('team', ['scripts.list', 'local.studio', 'local.content.put']),
  createAccount('other', null),
];

function createAccounts(activeId: string): Accounts {
  const accounts = new Accounts(new Bridge(new FakeTransport()), activeId);
  accounts.setList({ active: activeId, accounts: ALL_ACCOUNTS, keychain: 'none' });
  return accounts;
}

it('offers every operation locally, a service’s listed ones, and the API’s for a service without a list', () => {
  const accounts = createAccounts('team');
  expect(accounts.offers('local.content.put')).toBe(true);
  expect(accounts.offers('local.scripts.delete')).toBe(false);
  expect(accounts.accountOffers('local', 'local.scripts.delete')).toBe(true);
  expect(accounts.accountOffers('other', 'scripts.list')).toBe(true);
  expect(accounts.accountOffers('other', 'local.content.put')).toBe(false);
});

it('distinguishes Cutaway’s own services from others', () => {
  expect(['local', 'team', 'other'].map((activeId) => createAccounts(activeId).isCutawayService)).toEqual([
    true,
    true,
    false,
  ]);
});

it('knows the operations of a remote service once the host has answered', () => {
  const accounts = new Accounts(new Bridge(new FakeTransport()), 'team');
  expect(accounts.areOperationsKnown).toBe(false);
  accounts.setList({ active: 'team', accounts: ALL_ACCOUNTS, keychain: 'none' });
  expect(accounts.areOperationsKnown).toBe(true);
  expect(new Accounts(new Bridge(new FakeTransport())).areOperationsKnown).toBe(true);
});

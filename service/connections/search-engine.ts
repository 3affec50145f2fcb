/** Stores and tests the connected search engine, which deep research uses in addition to the platform. */
import { eq } from 'drizzle-orm';

import { BRAVE_BASE_URL, type SearchProvider, type SearchProviderKind } from '#contract/schema/search.ts';

import type { SearchEngines } from '../domain/agent-runs/engines.ts';
import type { SourceSearch } from '../domain/agent-runs/sources.ts';
import type { Call, Handlers } from '../domain/call.ts';
import type { Platform } from '../engines/platform/platform.ts';
import { createWebSearch } from '../net/web-search.ts';
import { search_providers } from '../store/schema-connections.ts';
import type { Store } from '../store/store.ts';
import { createPlatformSearch } from './platform-search.ts';
import { mayCarryKey, type ProviderKeys } from './keys.ts';

type Row = typeof search_providers.$inferSelect;

const LABELS: Readonly<Record<string, string>> = { searxng: 'SearXNG', brave: 'Brave Search' };
const TEST_QUERY = 'documentary';

export class ConnectedSearch implements SearchEngines {
  readonly #store: Store;
  /** The keys, by team id; a team has one search engine. */
  readonly #keys: ProviderKeys;
  readonly #getPlatform: (teamId: number) => Promise<Platform>;

  constructor(store: Store, keys: ProviderKeys, getPlatform: (teamId: number) => Promise<Platform>) {
    this.#store = store;
    this.#keys = keys;
    this.#getPlatform = getPlatform;
  }

  async readLabel(teamId: number): Promise<string | null> {
    const row = await this.#readRow(teamId);
    const platform = await this.#findPlatform(teamId);
    const names = [row && (LABELS[row.kind] ?? row.kind), platform?.sourceName].filter((name) => name != null);
    return names.length === 0 ? null : names.join(' and ');
  }

  async getCurrent(teamId: number): Promise<readonly SourceSearch[]> {
    return [await this.#findEngine(teamId), await this.#findPlatform(teamId)].filter((search) => search !== null);
  }

  /** The sample catalogue is made up, so it is not a source; without a key there is no search. */
  async #findPlatform(teamId: number): Promise<SourceSearch | null> {
    const platform = await this.#getPlatform(teamId);
    return platform.isSample || platform.cannotSearch === true ? null : createPlatformSearch(platform);
  }

  async #findEngine(teamId: number): Promise<SourceSearch | null> {
    const row = await this.#readRow(teamId);
    if (!row) return null;
    const readKey = () => this.#keys.read(teamId, row.key_ref);
    return createWebSearch({ kind: row.kind as SearchProviderKind, baseUrl: row.base_url, key: readKey });
  }

  async readView(teamId: number): Promise<SearchProvider | null> {
    const row = await this.#readRow(teamId);
    if (!row) return null;
    const { kind, base_url, key_ref } = row;
    return { kind, base_url, key_storage: this.#keys.getStorage(teamId, key_ref) };
  }

  async put({ principal: { teamId }, body, fail }: Call<'local.search.put'>): Promise<SearchProvider | null> {
    const { kind, api_key } = body;
    const refuse = (field: string, reason: string) => fail('validation_failed', { fields: { [field]: [reason] } });
    const base_url = body.base_url ?? (kind === 'brave' ? BRAVE_BASE_URL : null);
    if (base_url === null) throw refuse('base_url', 'Required for SearXNG.');
    if (/[?#]/.test(base_url)) throw refuse('base_url', 'The address can’t contain ? or #.');
    const previous = await this.#readRow(teamId);
    const keepsKey = api_key === undefined && previous?.kind === kind && previous.base_url === base_url;
    if (kind === 'brave') {
      if (!mayCarryKey(base_url)) throw refuse('base_url', 'Keys are only sent over https.');
      // A key is never sent to another URL than the one it was given for.
      if (!keepsKey && !api_key) throw refuse('api_key', 'Required for Brave Search.');
      if (keepsKey && this.#keys.getStorage(teamId, previous.key_ref) === 'none') {
        throw refuse('api_key', 'Required for Brave Search.');
      }
    } else if (api_key) throw refuse('api_key', 'SearXNG doesn’t use a key.');
    const key_ref = keepsKey ? previous.key_ref : await this.#keys.replace(teamId, previous, api_key ?? null);
    const values = { kind, base_url, key_ref };
    await this.#store.transaction(async (tx) => {
      await tx
        .insert(search_providers)
        .values({ team_id: teamId, ...values })
        .onConflictDoUpdate({ target: search_providers.team_id, set: values });
    });
    return this.readView(teamId);
  }

  async remove(teamId: number): Promise<void> {
    const [row] = await this.#store.transaction((tx) =>
      tx.delete(search_providers).where(eq(search_providers.team_id, teamId)).returning(),
    );
    if (row) await this.#keys.remove(teamId, row.key_ref);
  }

  /** Never throws. */
  async test(teamId: number): Promise<{ ok: boolean; message: string }> {
    const search = await this.#findEngine(teamId);
    if (!search) return { ok: false, message: 'No search engine is connected.' };
    const result = await search.find(TEST_QUERY, new AbortController().signal);
    if (!result.ok) return { ok: false, message: result.reason };
    const { length } = result.hits;
    return length > 0
      ? { ok: true, message: `Connected. Found ${length} ${length === 1 ? 'page' : 'pages'} for “${TEST_QUERY}”.` }
      : { ok: false, message: `Connected, but found nothing for “${TEST_QUERY}”.` };
  }

  async #readRow(teamId: number): Promise<Row | null> {
    const [row] = await this.#store.db.select().from(search_providers).where(eq(search_providers.team_id, teamId));
    return row ?? null;
  }
}

type SearchHandlers = Pick<
  Handlers,
  'local.search.get' | 'local.search.put' | 'local.search.delete' | 'local.search.test'
>;

export function createSearchEngineHandlers({ search }: { readonly search: ConnectedSearch }): SearchHandlers {
  return {
    'local.search.get': async ({ principal }) => {
      return { status: 200, body: { success: true, data: await search.readView(principal.teamId) } };
    },
    'local.search.put': async (call) => {
      const data = await search.put(call);
      if (!data) throw new Error('The search engine was removed in the same moment.');
      return { status: 200, body: { success: true, data } };
    },
    'local.search.delete': async ({ principal }) => {
      await search.remove(principal.teamId);
      return { status: 200, body: { success: true, message: 'Search engine disconnected' } };
    },
    'local.search.test': async ({ principal }) => {
      return { status: 200, body: { success: true, data: await search.test(principal.teamId) } };
    },
  };
}

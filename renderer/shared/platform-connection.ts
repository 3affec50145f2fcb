import type { AppState } from '../app-state/app-state.svelte.ts';
import { ProviderConnection } from './provider-connection.svelte.ts';

/** Connects the service to YouTube with a key, or without one to its public feeds only. */
export function createPlatformConnection(app: AppState) {
  const { account } = app;
  const query = app.cache.query(account, 'local.platform.get');
  const connection = new ProviderConnection(app, {
    test: () => app.api.call(account, 'local.platform.test', {}),
    remove: () => app.api.call(account, 'local.platform.delete', {}),
    refresh: () => query.refresh(),
  });
  return {
    query,
    connection,
    connectWithoutKey: () =>
      connection.save(() => app.api.call(account, 'local.platform.put', { body: { kind: 'youtube_feeds' } })),
    connectWithKey: ({ api_key = '' }: { api_key?: string }) =>
      connection.save(() => app.api.call(account, 'local.platform.put', { body: { kind: 'youtube', api_key } })),
  };
}

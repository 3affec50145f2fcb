import type { AppState } from '../app-state/app-state.svelte.ts';

/**
 * Tells whether texts that cost no credits cost nothing at all: a provider connected to a service of Cutaway's own may
 * charge for them; what another service uses is its affair. Call it while a component is set up.
 */
export function writingCost(app: Pick<AppState, 'account' | 'accounts' | 'cache'>): { readonly free: boolean } {
  const studio = $derived(app.accounts.offers('local.studio') ? app.cache.query(app.account, 'local.studio') : null);
  $effect(() => studio?.open());
  return {
    get free() {
      return studio === null || studio.value?.data.text_engine.pays_provider === false;
    },
  };
}

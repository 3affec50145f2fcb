import type { AppState } from '../app-state/app-state.svelte.ts';

/**
 * Returns whether texts that cost no credits are free: a provider connected to one of Cutaway's own services may charge
 * for them. Call it while a component is set up.
 */
export function useWritingCost(app: Pick<AppState, 'account' | 'accounts' | 'cache'>): { readonly isFree: boolean } {
  const service = $derived(app.accounts.offers('local.studio') ? app.cache.query(app.account, 'local.studio') : null);
  $effect(() => service?.open());
  return {
    get isFree() {
      return service === null || service.value?.data.text_engine.pays_provider === false;
    },
  };
}

import { LOCAL_ACCOUNT } from '#contract/values.ts';
import type { AppState } from '../app-state/app-state.svelte.ts';

/**
 * Tells whether texts that cost no credits cost nothing at all. In the local workspace, a connected provider may charge
 * for them; a service's own model is its affair. Call it while a component is set up.
 */
export function writingCost(app: Pick<AppState, 'account' | 'cache'>): { readonly free: boolean } {
  const studio = app.account === LOCAL_ACCOUNT ? app.cache.query(LOCAL_ACCOUNT, 'local.studio') : null;
  $effect(() => studio?.open());
  return {
    get free() {
      return studio === null || studio.value?.data.text_engine.pays_provider === false;
    },
  };
}

import { draftKey } from '../storage/keys.ts';
import type { AppState } from '../app-state/app-state.svelte.ts';

/**
 * Reads the text of a script: the local draft if there is one, else the service's text, which is empty if it has none.
 * Returns null if the service did not send it.
 */
export async function readScriptText(
  { api, store }: Pick<AppState, 'api' | 'store'>,
  account: string,
  id: number,
): Promise<string | null> {
  const draftText = (await store.get(draftKey(account, id, 'script')))?.value['text'];
  if (typeof draftText === 'string' && draftText !== '') return draftText;
  // The service does not know a script that still waits to be sent.
  if (id < 0) return '';
  const result = await api.call(account, 'scripts.content', { params: { id } });
  return result.ok ? (result.body.data.script ?? '') : null;
}

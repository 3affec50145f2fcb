import { draftKey } from '#renderer/storage/keys.ts';
import type { ReadScript } from '#renderer/shared/export-scripts.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

/**
 * Reads a library script for export: the local draft if there is one, else the service's text. `key` is `account/id`;
 * `title` is the listed title, or null if it was not shown.
 */
export function readFromLibrary(
  { api, cache, store }: Pick<AppState, 'api' | 'cache' | 'store'>,
  key: string,
  title: string | null,
): ReadScript {
  const [account = '', id = ''] = key.split('/');
  return async () => {
    const known = title ?? (await cache.entity(account, 'script', Number(id)))?.value['title'];
    const named = typeof known === 'string' ? known : `Script ${id}`;
    const written = (await store.get(draftKey(account, Number(id), 'script')))?.value['text'];
    if (typeof written === 'string' && written !== '') return { title: named, markdown: written };
    if (Number(id) < 0) return null;
    const held = await api.call(account, 'scripts.content', { params: { id: Number(id) } });
    if (!held.ok) return { unread: 'the service didn’t send the text' };
    const markdown = held.body.data.script ?? '';
    return markdown === '' ? null : { title: named, markdown };
  };
}

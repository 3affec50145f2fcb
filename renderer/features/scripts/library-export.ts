import { draftKey } from '#renderer/offline/keys.ts';
import type { ReadScript } from '#renderer/studio/export-scripts.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

/**
 * A script of the library as it leaves: what was written here, else what its service has. `key`: `account/id`; `title`:
 * as it is listed, null where it was not shown.
 */
export function readFromLibrary(
  { api, cache, store }: Pick<Studio, 'api' | 'cache' | 'store'>,
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
    if (!held.ok) return { unread: 'its text is with a service that did not give it' };
    const markdown = held.body.data.script ?? '';
    return markdown === '' ? null : { title: named, markdown };
  };
}

import { readScriptText } from '#renderer/shared/script-text.ts';
import type { ReadScript } from '#renderer/shared/export-scripts.ts';
import { readDocumentComments } from '../comments/exported-comments.ts';
import { loadTakes } from '../takes/stored-takes.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { parseScriptKey } from './library-actions.ts';

/** Returns a script's stored title, or its number if it has none. */
export async function readStoredTitle({ cache }: Pick<AppState, 'cache'>, key: string): Promise<string> {
  const { account, id } = parseScriptKey(key);
  const title = (await cache.readEntity(account, 'script', id))?.value['title'];
  return typeof title === 'string' ? title : `Script ${id}`;
}

/**
 * Reads a library script for export: the local draft if there is one, else the service's text. `key` is `account/id`;
 * `title` is the listed title, or null if it was not shown.
 */
export function readFromLibrary(
  app: Pick<AppState, 'api' | 'cache' | 'forms' | 'store'>,
  key: string,
  title: string | null,
): ReadScript {
  const { account, id } = parseScriptKey(key);
  const { api, cache, forms, store } = app;
  return async () => {
    const entity = (await cache.readEntity(account, 'script', id))?.value;
    const exportTitle = title ?? (await readStoredTitle(app, key));
    const language = typeof entity?.['language'] === 'string' ? entity['language'] : '';
    const markdown = await readScriptText({ api, store }, account, id);
    if (markdown === null) return { unread: 'the service didn’t send the text' };
    if (markdown === '') return null;
    return {
      title: exportTitle,
      markdown,
      language,
      comments: await readDocumentComments(store, account, id, markdown),
      paces: (await loadTakes(forms, account, id)).paces,
    };
  };
}

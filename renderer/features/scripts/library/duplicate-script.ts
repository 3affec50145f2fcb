import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { Queued } from '#renderer/outbox/outbox-item.ts';
import { submitScript } from '#renderer/outbox/submit-script.ts';
import { changeMark, markKey, readMark } from '#renderer/library-index/marks.ts';
import { draftKey, TEXT_KINDS, type TextKind } from '#renderer/storage/keys.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { LIMITS } from '#contract/limits.ts';
import { copyComments } from '../comments/copy-comments.ts';

type Deps = Pick<AppState, 'api' | 'cache' | 'drafts' | 'outbox' | 'store'>;

/** Returns the title of a copy; a long title is cut, so that the words that tell it apart stay. */
export function copyTitle(title: string, mark: string): string {
  return `${title.slice(0, LIMITS.title - mark.length - 1).trimEnd()} ${mark}`;
}

/** Returns the text as written here, else the service's; null if the service could not be asked. */
async function textsOf(app: Deps, account: string, id: number): Promise<Readonly<Record<TextKind, string>> | null> {
  const found = { outline: '', script: '' };
  const missing: TextKind[] = [];
  for (const kind of TEXT_KINDS) {
    const draftText = (await app.store.get(draftKey(account, id, kind)))?.value['text'];
    if (typeof draftText === 'string') found[kind] = draftText;
    else missing.push(kind);
  }
  if (missing.length === 0 || id < 0) return found;
  const result = await app.api.call(account, 'scripts.content', { params: { id } });
  // Use the text written here; ask the service only for a script that was never opened here.
  if (!result.ok) return missing.length < TEXT_KINDS.length ? found : null;
  for (const kind of missing) found[kind] = result.body.data[kind];
  return found;
}

/**
 * Copies a script with its texts, open comments, details, tags and folder; `unread` means that its service could not be
 * asked.
 */
export async function duplicateScript(
  app: Deps,
  { account, id, channelId, title }: { account: string; id: number; channelId: number; title: string },
  mark: string,
): Promise<{ readonly item: Queued } | { readonly failure: ApiFailure } | { readonly unread: true }> {
  const texts = await textsOf(app, account, id);
  if (!texts) return { unread: true };
  const queued = app.outbox.open.find((item) => item.id === id);
  const fields = queued?.body ?? (await app.cache.entity(account, 'script', id))?.value ?? {};
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  const copy = copyTitle(title, mark);
  const body = {
    title: copy,
    topic: text('topic'),
    length: typeof fields['length'] === 'number' ? fields['length'] : 0,
    ...(text('angle') !== '' && { angle: text('angle') }),
    ...(text('language') !== '' && { language: text('language') }),
    template_id: typeof fields['template_id'] === 'number' ? fields['template_id'] : null,
    ...(text('voice') === '' ? { voice_id: null } : { voice: text('voice') }),
  };
  return submitScript(
    app,
    { account, channelId, title: copy, body },
    {
      texts,
      store: async (created) => {
        await copyComments(app.store, account, id, created);
        const { tags, folder } = readMark(await app.store.get(markKey(account, id)));
        if (tags.length > 0 || folder !== null)
          await changeMark(app.store, account, created, (now) => ({ ...now, tags, folder }));
      },
    },
  );
}

import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { QueuedItem } from '#renderer/outbox/outbox-item.ts';
import { submitScript } from '#renderer/outbox/submit-script.ts';
import { changeMark, getMarkKey, readMark } from '#renderer/library-index/marks.ts';
import { draftKey, TEXT_KINDS, type TextKind } from '#renderer/storage/keys.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { LIMITS } from '#contract/limits.ts';
import { toText } from '#contract/to-text.ts';
import { copyComments } from '../comments/copy-comments.ts';

type Deps = Pick<AppState, 'api' | 'cache' | 'drafts' | 'outbox' | 'store'>;

/** Returns the title of a copy; a long title is cut so that the suffix fits. */
export function createCopyTitle(title: string, suffix: string): string {
  return `${title.slice(0, LIMITS.title - suffix.length - 1).trimEnd()} ${suffix}`;
}

/** Returns the texts on this computer, else the service's; null if the service gave no answer. */
async function readTexts(app: Deps, account: string, id: number): Promise<Readonly<Record<TextKind, string>> | null> {
  const texts = { outline: '', script: '' };
  const missingKinds: TextKind[] = [];
  for (const kind of TEXT_KINDS) {
    const draftText = (await app.store.get(draftKey(account, id, kind)))?.value['text'];
    if (typeof draftText === 'string') texts[kind] = draftText;
    else missingKinds.push(kind);
  }
  if (missingKinds.length === 0 || id < 0) return texts;
  const result = await app.api.call(account, 'scripts.content', { params: { id } });
  // A script that was opened here is copied without the service; only one that never was needs its answer.
  if (!result.ok) return missingKinds.length < TEXT_KINDS.length ? texts : null;
  for (const kind of missingKinds) texts[kind] = result.body.data[kind];
  return texts;
}

/**
 * Copies a script with its texts, open comments, details, tags and folder; `unreadable` means that its service gave no
 * answer.
 */
export async function duplicateScript(
  app: Deps,
  { account, id, channelId, title }: { account: string; id: number; channelId: number; title: string },
  suffix: string,
): Promise<{ readonly item: QueuedItem } | { readonly failure: ApiFailure } | { readonly unreadable: true }> {
  const texts = await readTexts(app, account, id);
  if (!texts) return { unreadable: true };
  const queuedScript = app.outbox.open.find((item) => item.id === id);
  const fields = queuedScript?.body ?? (await app.cache.readEntity(account, 'script', id))?.value ?? {};
  const readField = (name: string): string => toText(fields[name]);
  const newTitle = createCopyTitle(title, suffix);
  const body = {
    title: newTitle,
    topic: readField('topic'),
    length: typeof fields['length'] === 'number' ? fields['length'] : 0,
    ...(readField('angle') !== '' && { angle: readField('angle') }),
    ...(readField('language') !== '' && { language: readField('language') }),
    template_id: typeof fields['template_id'] === 'number' ? fields['template_id'] : null,
    ...(readField('voice') === '' ? { voice_id: null } : { voice: readField('voice') }),
  };
  return submitScript(
    app,
    { account, channelId, title: newTitle, body },
    {
      texts,
      store: async (newId) => {
        await copyComments(app.store, account, id, newId);
        const { tags, folder } = readMark(await app.store.get(getMarkKey(account, id)));
        if (tags.length > 0 || folder !== null)
          await changeMark(app.store, account, newId, (mark) => ({ ...mark, tags, folder }));
      },
    },
  );
}

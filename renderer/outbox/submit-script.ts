import type { ApiFailure } from '../bridge/api-client.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import { TEXT_KINDS, type TextKind } from '../storage/keys.ts';
import { removeScript } from './move-script.ts';
import { createLocalId, type QueuedItem } from './outbox-item.ts';
import type { NewQueued, Outbox } from './outbox.svelte.ts';

interface Content {
  readonly texts: Partial<Readonly<Record<TextKind, string>>>;
  /** Stores what else belongs to the script under its id. */
  readonly store?: (id: number) => Promise<unknown>;
}

/**
 * Creates a script that has content from the start. The content is stored first, so that the script is never seen
 * without it; it moves along when the service gives the script its id.
 */
export async function submitScript(
  { drafts, outbox, store }: { readonly drafts: Drafts; readonly outbox: Outbox; readonly store: MirroredStore },
  item: Omit<NewQueued, 'id' | 'operation'>,
  content: Content,
): Promise<{ readonly item: QueuedItem } | { readonly failure: ApiFailure }> {
  const { account } = item;
  const id = createLocalId();
  for (const kind of TEXT_KINDS) {
    const text = content.texts[kind] ?? '';
    if (text === '') continue;
    const draft = await drafts.open(account, id, kind);
    draft.change(text);
    await drafts.close(draft);
  }
  await content.store?.(id);
  const result = await outbox.submit({ ...item, operation: 'scripts.create', id });
  if ('failure' in result) await removeScript(store, account, id);
  return result;
}

import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { Queued } from '#renderer/offline/outbox-item.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

/** What a script's target length may be (contract/limits.ts, which is not loaded for this). */
const WORDS = { least: 200, most: 20_000 } as const;

interface ImportedScript {
  readonly account: string;
  readonly channelId: number;
  readonly title: string;
  readonly words: number;
  /** Of the file. */
  readonly name: string;
  readonly text: string;
}

/** A new script with the text as its draft, on disk when this answers. While the service is away it waits in the outbox. */
export async function importScript(
  { drafts, outbox }: Pick<Studio, 'drafts' | 'outbox'>,
  { account, channelId, title, words, name, text }: ImportedScript,
): Promise<{ readonly item: Queued } | { readonly failure: ApiFailure }> {
  const length = Math.min(WORDS.most, Math.max(WORDS.least, words));
  const body = { title, topic: `Imported from ${name}`.slice(0, 500), length };
  const sent = await outbox.submit({ account, channelId, operation: 'scripts.create', title, body });
  if ('failure' in sent) return sent;
  const draft = await drafts.open(account, sent.item.made ?? sent.item.id, 'script');
  draft.change(text);
  await drafts.close(draft);
  return sent;
}

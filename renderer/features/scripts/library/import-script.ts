import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { Queued } from '#renderer/outbox/outbox-item.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

/** Bounds of a script's target length; copied from contract/limits.ts to avoid loading it. */
const WORDS = { least: 200, most: 20_000 } as const;

interface ImportedScript {
  readonly account: string;
  readonly channelId: number;
  readonly title: string;
  readonly words: number;
  /** Name of the imported file. */
  readonly name: string;
  readonly text: string;
}

/**
 * Creates a script with the text as its draft, which is on disk when this resolves. While the service is away, the
 * script waits in the outbox.
 */
export async function importScript(
  { drafts, outbox }: Pick<AppState, 'drafts' | 'outbox'>,
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

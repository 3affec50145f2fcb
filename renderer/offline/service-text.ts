import type { Draft } from './draft.svelte.ts';

/** The service's side of one text. */
export interface ServiceText {
  /** Stores a text made from `version`. `conflict`: the service has a newer one. */
  put(text: string, version: number): Promise<{ stored: number } | 'conflict' | 'failed'>;
  /** Reads what the service has now and lets the draft receive it. */
  receive(): Promise<void>;
}

/**
 * Brings the service up to the draft. A text whose answer was lost is looked for before anything is sent again: what is
 * found there is taken for what it is, so that no write is made twice. `undecided`: another text waits for the person's
 * decision; until then the service keeps that one.
 */
export async function storeDraft(draft: Draft, service: ServiceText, undecided: () => boolean): Promise<void> {
  if ((await storeOnce(draft, service, undecided)) === 'conflict') {
    await service.receive();
    await storeOnce(draft, service, undecided);
  }
}

async function storeOnce(draft: Draft, service: ServiceText, undecided: () => boolean): Promise<'done' | 'conflict'> {
  const base = draft.base;
  const text = draft.text;
  if (!base || undecided() || text === base.text) return 'done';
  await draft.sending(text);
  const answer = await service.put(text, base.version);
  if (answer === 'conflict') return 'conflict';
  if (answer !== 'failed') draft.stored(text, answer.stored);
  return 'done';
}

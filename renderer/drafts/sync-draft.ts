import type { Draft } from './draft.svelte.ts';

export interface ServiceText {
  /** Stores a text based on `version`. Returns `conflict` if the service has a newer one. */
  put(text: string, version: number): Promise<{ version: number } | 'conflict' | 'failed'>;
  /** Reads the service's current text and passes it to the draft. */
  receive(): Promise<void>;
}

/**
 * Sends the draft to the service. After a lost answer it first checks what the service has, so that no write is made
 * twice. `isUndecided` returns whether another text awaits the person's decision; until then nothing is sent.
 */
export async function storeDraft(draft: Draft, service: ServiceText, isUndecided: () => boolean): Promise<void> {
  if ((await storeOnce(draft, service, isUndecided)) === 'conflict') {
    await service.receive();
    await storeOnce(draft, service, isUndecided);
  }
}

async function storeOnce(draft: Draft, service: ServiceText, isUndecided: () => boolean): Promise<'done' | 'conflict'> {
  const base = draft.base;
  const text = draft.text;
  if (!base || isUndecided() || text === base.text) return 'done';
  await draft.noteSending(text);
  const answer = await service.put(text, base.version);
  if (answer === 'conflict') return 'conflict';
  if (answer !== 'failed') draft.noteStored(text, answer.version);
  return 'done';
}

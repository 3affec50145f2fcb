import type { z } from 'zod';

import type { BoardGenerate, BoardItem } from '#contract/schema/thumbnail.ts';
import { KeptForm } from '#renderer/studio/kept-form.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';
import type { Board } from './board.svelte.ts';
import { type BoardWork, isFailure } from './work.svelte.ts';

const EMPTY = {
  prompt: '',
  reference_item_ids: [] as readonly number[],
  variations: 2 as number,
  allow_text: false,
};
type Fields = typeof EMPTY;
export type GenerateForm = KeptForm<Fields, z.output<typeof BoardGenerate>, readonly BoardItem[]>;

export function generateForm(studio: Studio, board: Board, work: BoardWork): GenerateForm {
  return new KeptForm({
    forms: studio.forms,
    account: board.account,
    name: `board-generate-${board.channelId}`,
    empty: EMPTY,
    schema: async () => (await import('#contract/schema/thumbnail.ts')).BoardGenerate,
    send: async (body) => {
      const made = await work.generate(body);
      return isFailure(made) ? { ok: false, failure: made } : { ok: true, made };
    },
  });
}

import type { z } from 'zod';

import type { BoardGenerate, BoardItem } from '#contract/schema/thumbnail.ts';
import { SavedForm } from '#renderer/shared/saved-form.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { Board } from '../model/board.svelte.ts';
import { type BoardRequests, isFailure } from './board-requests.svelte.ts';

const EMPTY_FORM = {
  prompt: '',
  reference_item_ids: [] as readonly number[],
  variations: 2 as number,
  allow_text: false,
};
type Fields = typeof EMPTY_FORM;
export type GenerateForm = SavedForm<Fields, z.output<typeof BoardGenerate>, readonly BoardItem[]>;

export function createGenerateForm(app: AppState, board: Board, requests: BoardRequests): GenerateForm {
  return new SavedForm({
    forms: app.forms,
    account: board.account,
    name: `board-generate-${board.channelId}`,
    empty: EMPTY_FORM,
    schema: async () => (await import('#contract/schema/thumbnail.ts')).BoardGenerate,
    send: async (body) => {
      const result = await requests.generate(body);
      return isFailure(result) ? { ok: false, failure: result } : { ok: true, created: result };
    },
  });
}

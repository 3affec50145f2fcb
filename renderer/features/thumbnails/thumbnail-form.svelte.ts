import type { z } from 'zod';

import type { ThumbnailGenerationCreate, ThumbnailGenerationStarted } from '#contract/schema/thumbnail.ts';
import { KeptForm } from '#renderer/studio/kept-form.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

export type Mode = 'idea' | 'brainstorm' | 'improve';

const EMPTY = {
  mode: 'idea' as Mode,
  idea_id: null as number | null,
  prompt: '',
  feedback: '',
  num_variations: 1 as number | null,
  /** The picture that is improved: its address at the service, and where it is for this window. */
  reference: null as string | null,
  reference_run: null as string | null,
  reference_index: 0,
};
type Fields = typeof EMPTY;
type Body = z.output<typeof ThumbnailGenerationCreate>;
export type ThumbnailForm = KeptForm<Fields, Body, ThumbnailGenerationStarted>;

/** What of the fields the mode sends. */
function bodyOf({ mode, idea_id, prompt, feedback, num_variations, reference }: Fields): object {
  const count = { num_variations: num_variations ?? undefined };
  if (mode === 'brainstorm') return { prompt, ...count };
  const about = { idea_id: idea_id ?? undefined, ...count };
  if (mode === 'idea') return { ...about, prompt: prompt === '' ? undefined : prompt };
  return { ...about, improvement_mode: true, feedback, reference_variation_url: reference ?? undefined };
}

/** Units of the quota: one a picture, and one for all the sketches of a brainstorm. */
export const costOf = ({ mode, num_variations }: Fields): number => (mode === 'brainstorm' ? 1 : (num_variations ?? 1));

export function thumbnailForm(studio: Studio, account: string, channelId: number): ThumbnailForm {
  // Stays the same until the service has answered: what may have arrived is not begun a second time.
  let key = crypto.randomUUID();
  return new KeptForm<Fields, Body, ThumbnailGenerationStarted>({
    forms: studio.forms,
    account,
    name: `thumbnail-${channelId}`,
    empty: EMPTY,
    schema: async () => {
      const [{ z }, schemas] = await Promise.all([import('zod'), import('#contract/schema/thumbnail.ts')]);
      return z.preprocess((fields) => bodyOf(fields as Fields), schemas.ThumbnailGenerationCreate);
    },
    send: async (body) => {
      const input = { params: { id: channelId }, body, idempotencyKey: key };
      const result = await studio.api.call(account, 'thumbnails.generate', input);
      if (result.ok || result.failure.kind === 'refused') key = crypto.randomUUID();
      return result.ok ? { ok: true, made: result.body.data } : { ok: false, failure: result.failure };
    },
  });
}

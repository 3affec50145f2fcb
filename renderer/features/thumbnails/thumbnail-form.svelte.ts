import type { z } from 'zod';

import type { ThumbnailGenerationCreate, ThumbnailGenerationStarted } from '#contract/schema/thumbnail.ts';
import { getErrorName } from '#renderer/bridge/faults.ts';
import { SavedForm } from '#renderer/shared/saved-form.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

export type Mode = 'idea' | 'brainstorm' | 'improve' | 'clone';
export type Strategy = 'direct_reference' | 'style_analysis';

const EMPTY_FORM = {
  mode: 'idea' as Mode,
  idea_id: null as number | null,
  prompt: '',
  feedback: '',
  num_variations: 1 as number | null,
  /** The picture to improve or follow: its address at the service, then its place in this window. */
  reference: null as string | null,
  reference_run: null as string | null,
  reference_index: 0,
  reference_item: null as number | null,
  /** An address the person pasted instead of choosing a picture of the app. */
  reference_image_url: '',
  strategy: 'direct_reference' as Strategy,
  /** The idea with a requested style analysis; the next call generates its pictures. */
  styled_idea: null as number | null,
};
export type Fields = typeof EMPTY_FORM;
type Body = z.output<typeof ThumbnailGenerationCreate>;
export type ThumbnailForm = SavedForm<Fields, Body, ThumbnailGenerationStarted>;

/** A style analysis takes a few seconds; the service accepts twelve requests a minute. */
const MAX_STYLE_TRIES = 6;
const STYLE_WAIT_MS = 1500;

/** Returns only the fields that the mode sends. */
export function getBody(fields: Fields): object {
  const { mode, idea_id, prompt, feedback, num_variations, reference, strategy } = fields;
  const count = { num_variations: num_variations ?? undefined };
  if (mode === 'brainstorm') return { prompt, ...count };
  if (mode === 'clone') {
    const pastedUrl = fields.reference_image_url.trim();
    const referenceUrl = reference ?? (pastedUrl === '' ? undefined : pastedUrl);
    return { prompt, clone_strategy: strategy, reference_image_url: referenceUrl, ...count };
  }
  const ideaFields = { idea_id: idea_id ?? undefined, ...count };
  if (mode === 'idea') return { ...ideaFields, prompt: prompt === '' ? undefined : prompt };
  return { ...ideaFields, improvement_mode: true, feedback, reference_variation_url: reference ?? undefined };
}

/** Returns the quota units: one per picture, one for all sketches of a brainstorm, none for a style analysis. */
export function computeCost({ mode, strategy, num_variations }: Fields): number {
  if (mode === 'clone' && strategy === 'style_analysis') return 0;
  return mode === 'brainstorm' ? 1 : (num_variations ?? 1);
}

export function getMissingReason({ mode, idea_id, reference, reference_image_url: link }: Fields): string | undefined {
  if ((mode === 'idea' || mode === 'improve') && idea_id === null) return 'Choose an idea first.';
  if (mode === 'improve' && reference === null) return 'Choose a picture to improve.';
  if (mode === 'clone' && reference === null && link.trim() === '') return 'Paste a link or choose a picture.';
  return undefined;
}

export function createThumbnailForm(app: AppState, account: string, channelId: number): ThumbnailForm {
  // Stays the same until the service has answered, so that a retry does not start a second run.
  let key = crypto.randomUUID();
  return new SavedForm<Fields, Body, ThumbnailGenerationStarted>({
    forms: app.forms,
    account,
    name: `thumbnail-${channelId}`,
    empty: EMPTY_FORM,
    schema: async () => {
      const [{ z }, schemas] = await Promise.all([import('zod'), import('#contract/schema/thumbnail.ts')]);
      return z.preprocess((fields) => getBody(fields as Fields), schemas.ThumbnailGenerationCreate);
    },
    send: async (body) => {
      for (let tries = 1; ; tries++) {
        const input = { params: { id: channelId }, body, idempotencyKey: key };
        const result = await app.api.call(account, 'thumbnails.generate', input);
        if (result.ok || result.failure.kind === 'refused') key = crypto.randomUUID();
        if (result.ok) return { ok: true, created: result.body.data };
        // Nothing was created or charged: retry once the style may be ready.
        if (getErrorName(result.failure) !== 'style_analysis_pending' || tries === MAX_STYLE_TRIES) return result;
        await new Promise((resolve) => setTimeout(resolve, tries * STYLE_WAIT_MS));
      }
    },
  });
}

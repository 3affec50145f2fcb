import type { z } from 'zod';

import type { Idea, IdeaCreate } from '#contract/schema/idea.ts';
import { KeptForm } from '#renderer/studio/kept-form.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

const EMPTY = {
  title: '',
  topic: '',
  angle: '',
  notes: '',
  thumbnail_concept: '',
  suggested_length: null as number | null,
  suggested_template_id: null as number | null,
};

export type NewIdea = KeptForm<typeof EMPTY, z.output<typeof IdeaCreate>, Idea>;

/** The form of a new idea in a channel. */
export function newIdea({ api, cache, forms }: Studio, account: string, channelId: number): NewIdea {
  let known = new Set<number>();
  return new KeptForm({
    forms,
    account,
    name: `idea-${channelId}`,
    empty: EMPTY,
    schema: async () => (await import('#contract/schema/idea.ts')).IdeaCreate,
    send: async (body) => {
      const result = await api.call(account, 'ideas.create', { params: { id: channelId }, body });
      return result.ok ? { ok: true, made: result.body.data } : result;
    },
    lookUp: async ({ title }, moment) => {
      if (moment === 'before') {
        known = new Set((await cache.entities(account, 'idea')).map(({ id }) => id));
        return null;
      }
      const query = { search: title, per_page: 100 };
      const result = await api.call(account, 'ideas.list', { params: { id: channelId }, query });
      return result.ok ? (result.body.data.find((idea) => idea.title === title && !known.has(idea.id)) ?? null) : null;
    },
  });
}

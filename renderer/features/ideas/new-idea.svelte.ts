import type { z } from 'zod';

import type { IdeaCreate } from '#contract/schema/idea.ts';
import type { Queued } from '#renderer/offline/outbox-item.ts';
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

export type NewIdea = KeptForm<typeof EMPTY, z.output<typeof IdeaCreate>, Queued>;

const schema = async (): Promise<typeof IdeaCreate> => (await import('#contract/schema/idea.ts')).IdeaCreate;

/** The form of a new idea in a channel. While the service is away, what it makes is queued. */
export function newIdea({ forms, outbox }: Studio, account: string, channelId: number): NewIdea {
  return new KeptForm({
    forms,
    account,
    name: `idea-${channelId}`,
    empty: EMPTY,
    schema,
    send: async (body) => {
      const sent = await outbox.submit({ account, channelId, operation: 'ideas.create', title: body.title, body });
      return 'failure' in sent ? { ok: false, failure: sent.failure } : { ok: true, made: sent.item };
    },
  });
}

/** The form of a queued idea, to be mended. */
export function mendIdea({ forms, outbox }: Studio, item: Queued): NewIdea {
  const known = Object.fromEntries(Object.entries(item.body).filter(([, value]) => value != null));
  return new KeptForm({
    forms,
    account: item.account,
    name: `idea-queued${item.id}`,
    empty: { ...EMPTY, ...known },
    schema,
    send: async (body) => {
      await outbox.mend(item, body.title, body);
      return { ok: true, made: item };
    },
  });
}

import type { z } from 'zod';

import type { IdeaCreate } from '#contract/schema/idea.ts';
import type { QueuedItem } from '#renderer/outbox/outbox-item.ts';
import { SavedForm } from '#renderer/shared/saved-form.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

const EMPTY_FORM = {
  title: '',
  topic: '',
  angle: '',
  notes: '',
  thumbnail_concept: '',
  suggested_length: null as number | null,
  suggested_template_id: null as number | null,
};

export type NewIdea = SavedForm<typeof EMPTY_FORM, z.output<typeof IdeaCreate>, QueuedItem>;

const loadSchema = async (): Promise<typeof IdeaCreate> => (await import('#contract/schema/idea.ts')).IdeaCreate;

/** Creates the form of a new idea in a channel. While the service is unreachable, the idea is queued. */
export function createIdeaForm({ forms, outbox }: AppState, account: string, channelId: number): NewIdea {
  return new SavedForm({
    forms,
    account,
    name: `idea-${channelId}`,
    empty: EMPTY_FORM,
    schema: loadSchema,
    send: async (body) => {
      const submission = await outbox.submit({
        account,
        channelId,
        operation: 'ideas.create',
        title: body.title,
        body,
      });
      return 'failure' in submission
        ? { ok: false, failure: submission.failure }
        : { ok: true, created: submission.item };
    },
  });
}

export function editQueuedIdea({ forms, outbox }: AppState, item: QueuedItem): NewIdea {
  const fields = Object.fromEntries(Object.entries(item.body).filter(([, value]) => value != null));
  return new SavedForm({
    forms,
    account: item.account,
    name: `idea-queued${item.id}`,
    empty: { ...EMPTY_FORM, ...fields },
    schema: loadSchema,
    send: async (body) => {
      await outbox.replaceContent(item, body.title, body);
      return { ok: true, created: item };
    },
  });
}

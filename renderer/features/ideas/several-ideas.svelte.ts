import { z } from 'zod';

import { LIMITS } from '#contract/limits.ts';
import { SavedForm } from '#renderer/shared/saved-form.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

import { isTooLong, MAX_LINES, readTitles } from './idea-lines.ts';

const EMPTY_FORM = { lines: '' };

const Lines = z.object({ lines: z.string() }).superRefine(({ lines }, context) => {
  const titles = readTitles(lines);
  const tooLongTitle = titles.find(isTooLong);
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['lines'], message });
  if (titles.length === 0) refuse('Enter at least one title.');
  if (titles.length > MAX_LINES) refuse(`Add at most ${MAX_LINES} ideas at once.`);
  if (tooLongTitle) refuse(`“${tooLongTitle.slice(0, 40)}…” is longer than ${LIMITS.title} characters.`);
});

export type SeveralIdeas = SavedForm<typeof EMPTY_FORM, { lines: string }, number>;

/**
 * Creates the form that adds an idea for each line. While the service is unreachable, the ideas are queued.
 * @param onadded receives how many were added so far
 */
export function createIdeasForm(
  { forms, outbox }: AppState,
  account: string,
  channelId: number,
  onadded: (count: number) => void,
): SeveralIdeas {
  const form: SeveralIdeas = new SavedForm({
    forms,
    account,
    name: `ideas-${channelId}`,
    empty: EMPTY_FORM,
    schema: () => Promise.resolve(Lines),
    send: async ({ lines }) => {
      const titles = readTitles(lines);
      for (const [at, title] of titles.entries()) {
        onadded(at);
        const submission = await outbox.submit({
          account,
          channelId,
          operation: 'ideas.create',
          title,
          body: { title },
        });
        if (!('failure' in submission)) continue;
        // Keeps only the titles that are still to be added, so that the next attempt adds none twice.
        form.change({ lines: titles.slice(at).join('\n') });
        return { ok: false, failure: submission.failure };
      }
      return { ok: true, created: titles.length };
    },
  });
  return form;
}

import type { z } from 'zod';

import type { Project, ProjectCreate } from '#contract/schema/project.ts';
import { SavedForm } from '#renderer/shared/saved-form.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

const EMPTY = { title: '', topic: '' };

export type NewProject = SavedForm<typeof EMPTY & Record<string, unknown>, z.output<typeof ProjectCreate>, Project>;

export function newProject({ forms, api }: AppState, account: string, channelId: number): NewProject {
  // A retry after an unclear outcome reuses the key, so the service returns its first answer.
  let key = crypto.randomUUID();
  let sent = '';
  return new SavedForm({
    forms,
    account,
    name: `project-${channelId}`,
    empty: EMPTY as typeof EMPTY & Record<string, unknown>,
    schema: async () => {
      const { ProjectCreate } = await import('#contract/schema/project.ts');
      return ProjectCreate.omit({ channel_id: true }).transform((body) => ({ ...body, channel_id: channelId }));
    },
    send: async (body) => {
      const now = JSON.stringify(body);
      if (sent !== '' && sent !== now) key = crypto.randomUUID();
      sent = now;
      const result = await api.call(account, 'projects.create', { body, idempotencyKey: key });
      return result.ok ? { ok: true, made: result.body.data } : result;
    },
  });
}

import type { z } from 'zod';

import type { Project, ProjectCreate } from '#contract/schema/project.ts';
import { SavedForm } from '#renderer/shared/saved-form.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

type Fields = { title: string; topic: string; channel_id: number } & Record<string, unknown>;

export type NewProject = SavedForm<Fields, z.output<typeof ProjectCreate>, Project>;

/** `channelId` is the initial channel of the form. */
export function createProjectForm({ forms, api }: AppState, account: string, channelId: number): NewProject {
  // A retry after an unclear outcome reuses the key, so the service returns its first answer.
  let key = crypto.randomUUID();
  let sentBody = '';
  return new SavedForm({
    forms,
    account,
    name: `project-${channelId}`,
    empty: { title: '', topic: '', channel_id: channelId } as Fields,
    schema: async () => (await import('#contract/schema/project.ts')).ProjectCreate,
    send: async (body) => {
      const json = JSON.stringify(body);
      if (sentBody !== '' && sentBody !== json) key = crypto.randomUUID();
      sentBody = json;
      const result = await api.call(account, 'projects.create', { body, idempotencyKey: key });
      return result.ok ? { ok: true, created: result.body.data } : result;
    },
  });
}

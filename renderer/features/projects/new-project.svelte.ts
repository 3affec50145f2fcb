import type { z } from 'zod';

import type { Project, ProjectCreate } from '#contract/schema/project.ts';
import { KeptForm } from '#renderer/studio/kept-form.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

const EMPTY = { title: '', topic: '' };

export type NewProject = KeptForm<typeof EMPTY & Record<string, unknown>, z.output<typeof ProjectCreate>, Project>;

/** The form of a new project in a channel. */
export function newProject({ forms, api }: Studio, account: string, channelId: number): NewProject {
  // What is unclear is asked again under the same key, and answered as it was.
  let key = crypto.randomUUID();
  let sent = '';
  return new KeptForm({
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

import type { z } from 'zod';

import type { TemplateCreate, TemplateDetail } from '#contract/schema/template.ts';
import { KeptForm } from '#renderer/studio/kept-form.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

export interface TemplateFields extends Record<string, unknown> {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly prompt: string;
}

export type TemplateForm = KeptForm<TemplateFields, z.output<typeof TemplateCreate>, TemplateDetail>;

const EMPTY: TemplateFields = { name: '', description: '', category: 'custom', prompt: '' };

/** @param template null makes a new one; else it is changed from the revision it was read in. */
export function templateForm(
  studio: Studio,
  account: string,
  channelId: number,
  template: TemplateDetail | null,
): TemplateForm {
  const { api, forms } = studio;
  // Made once a form: what is unclear is asked for again under the same key, and answered as it was.
  let key = crypto.randomUUID();
  let sent = '';
  return new KeptForm({
    forms,
    account,
    name: `template-${channelId}-${template?.id ?? 'new'}`,
    empty:
      template === null
        ? EMPTY
        : {
            name: template.name,
            description: template.description,
            category: template.category,
            prompt: template.prompt,
          },
    schema: async () => (await import('#contract/schema/template.ts')).TemplateCreate,
    send: async (body) => {
      const now = JSON.stringify(body);
      if (sent !== '' && sent !== now) key = crypto.randomUUID();
      sent = now;
      const result =
        template === null
          ? await api.call(account, 'templates.create', { params: { id: channelId }, body, idempotencyKey: key })
          : await api.call(account, 'templates.update', {
              params: { id: channelId, template: template.id },
              body,
              idempotencyKey: key,
              ifMatch: `"${template.revision}"`,
            });
      return result.ok ? { ok: true, made: result.body.data } : result;
    },
  });
}

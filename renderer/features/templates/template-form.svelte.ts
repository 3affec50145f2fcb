import type { z } from 'zod';

import type { TemplateCreate, TemplateDetail } from '#contract/schema/template.ts';
import { keepStartingText } from '#renderer/shared/starting-text.ts';
import { SavedForm } from '#renderer/shared/saved-form.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

export interface TemplateFields extends Record<string, unknown> {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly prompt: string;
  /** Kept on this computer; the service stores the other fields. */
  readonly start: string;
}

export type TemplateForm = SavedForm<TemplateFields, z.output<typeof TemplateCreate>, TemplateDetail>;

const EMPTY_FORM: TemplateFields = { name: '', description: '', category: 'custom', prompt: '', start: '' };

/**
 * @param template null creates a new one; otherwise an update sends the revision it was read with.
 * @param start the template's starting text
 */
export function createTemplateForm(
  app: AppState,
  account: string,
  channelId: number,
  template: TemplateDetail | null,
  start: string,
): TemplateForm {
  const { api, forms } = app;
  // A retry after an unclear outcome reuses the key, so the service returns its first answer.
  let key = crypto.randomUUID();
  let sentJson = '';
  const form: TemplateForm = new SavedForm<TemplateFields, z.output<typeof TemplateCreate>, TemplateDetail>({
    forms,
    account,
    name: `template-${channelId}-${template?.id ?? 'new'}`,
    empty:
      template === null
        ? EMPTY_FORM
        : {
            name: template.name,
            description: template.description,
            category: template.category,
            prompt: template.prompt,
            start,
          },
    schema: async () => {
      const [{ TemplateCreate: schema }, { z }] = await Promise.all([
        import('#contract/schema/template.ts'),
        import('zod'),
      ]);
      return z.preprocess((formFields) => {
        const { name, description, category, prompt } = formFields as TemplateFields;
        return { name, description, category, prompt };
      }, schema);
    },
    send: async (body) => {
      const bodyJson = JSON.stringify(body);
      if (sentJson !== '' && sentJson !== bodyJson) key = crypto.randomUUID();
      sentJson = bodyJson;
      const result =
        template === null
          ? await api.call(account, 'templates.create', { params: { id: channelId }, body, idempotencyKey: key })
          : await api.call(account, 'templates.update', {
              params: { id: channelId, template: template.id },
              body,
              idempotencyKey: key,
              ifMatch: `"${template.revision}"`,
            });
      if (!result.ok) return result;
      const savedTemplate = result.body.data;
      await keepStartingText(forms, account, channelId, savedTemplate.id, form.fields.start);
      return { ok: true, created: savedTemplate };
    },
  });
  return form;
}

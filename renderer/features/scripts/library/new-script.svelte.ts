import type { z } from 'zod';

import type { LocalScriptCreate } from '#contract/schema/script.ts';
import type { QueuedItem } from '#renderer/outbox/outbox-item.ts';
import { startFromTemplate } from '#renderer/shared/starting-text.ts';
import { SavedForm } from '#renderer/shared/saved-form.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

/** An id, null for none, or `default` for the channel's default. */
export type Choice = number | null | 'default';

const EMPTY_FIELDS = {
  title: '',
  topic: '',
  length: null as number | null,
  angle: '',
  language: '',
  template_id: 'default' as Choice,
  voice_id: 'default' as Choice,
  prompt: '',
  /** One URL per line. */
  research_urls: '',
  /** Texts separated by a line with three dashes. */
  research_texts: '',
};

export type NewScript = SavedForm<typeof EMPTY_FIELDS, z.output<typeof LocalScriptCreate>, QueuedItem>;

const splitParts = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

async function loadFormSchema() {
  const [{ LocalScriptCreate: schema }, { z }] = await Promise.all([
    import('#contract/schema/script.ts'),
    import('zod'),
  ]);
  return z.preprocess((input) => {
    const { template_id, voice_id, length, ...fields } = input as typeof EMPTY_FIELDS;
    return {
      ...fields,
      // A script may start with a title alone; a generation asks for the rest.
      length: length ?? 0,
      ...(template_id !== 'default' && { template_id }),
      ...(voice_id !== 'default' && { voice_id }),
      research_urls: splitParts(fields.research_urls, /\n/),
      research_texts: splitParts(fields.research_texts, /\n\s*---\s*\n/),
    };
  }, schema);
}

/**
 * Creates the form for a new script in a channel. While the service can't be reached, the created script is queued and
 * can be edited.
 */
export function createScriptForm(app: AppState, account: string, channelId: number): NewScript {
  const { forms, outbox } = app;
  return new SavedForm({
    forms,
    account,
    name: `script-${channelId}`,
    empty: EMPTY_FIELDS,
    schema: loadFormSchema,
    send: async (body) => {
      const result = await outbox.submit({ account, channelId, operation: 'scripts.create', title: body.title, body });
      if ('failure' in result) return { ok: false, failure: result.failure };
      const { title, topic, angle, length, template_id: template } = body;
      const scriptId = result.item.made ?? result.item.id;
      // A length of 0 is not set yet.
      const brief = { title, topic, angle: angle ?? '', length: length === 0 ? null : length };
      await startFromTemplate(app, { account, channelId, scriptId, template, ...brief });
      return { ok: true, created: result.item };
    },
  });
}

export function editQueuedScript({ forms, outbox }: AppState, item: QueuedItem): NewScript {
  const {
    research_urls: urls,
    research_texts: texts,
    ...rest
  } = item.body as Partial<z.output<typeof LocalScriptCreate>>;
  const initial = Object.fromEntries(
    Object.entries(rest).filter(
      ([name, value]) => name in EMPTY_FIELDS && (value != null || name === 'template_id' || name === 'voice_id'),
    ),
  ) as Partial<typeof EMPTY_FIELDS>;
  if (initial.length === 0) initial.length = null;
  return new SavedForm({
    forms,
    account: item.account,
    name: `script-queued${item.id}`,
    empty: {
      ...EMPTY_FIELDS,
      ...initial,
      research_urls: (urls ?? []).join('\n'),
      research_texts: (texts ?? []).join('\n\n---\n\n'),
    },
    schema: loadFormSchema,
    send: async (body) => {
      await outbox.replaceContent(item, body.title, body);
      return { ok: true, created: item };
    },
  });
}

import type { z } from 'zod';

import type { ScriptCreate } from '#contract/schema/script.ts';
import type { Queued } from '#renderer/outbox/outbox-item.ts';
import { SavedForm } from '#renderer/shared/saved-form.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

const EMPTY = {
  title: '',
  topic: '',
  length: null as number | null,
  angle: '',
  language: '',
  template_id: null as number | null,
  voice_id: null as number | null,
  prompt: '',
  /** Holds one URL per line. */
  research_urls: '',
  /** Holds texts separated by a line with three dashes. */
  research_texts: '',
};

export type NewScript = SavedForm<typeof EMPTY, z.output<typeof ScriptCreate>, Queued>;

const parts = (text: string, by: RegExp): string[] =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');

async function formSchema() {
  const [{ ScriptCreate: schema }, { z }] = await Promise.all([import('#contract/schema/script.ts'), import('zod')]);
  return z.preprocess((typed) => {
    const fields = typed as typeof EMPTY;
    return {
      ...fields,
      research_urls: parts(fields.research_urls, /\n/),
      research_texts: parts(fields.research_texts, /\n\s*---\s*\n/),
    };
  }, schema);
}

/**
 * Creates the form for a new script in a channel. While the service is away, the created script is queued and can be
 * edited.
 */
export function newScript({ forms, outbox }: AppState, account: string, channelId: number): NewScript {
  return new SavedForm({
    forms,
    account,
    name: `script-${channelId}`,
    empty: EMPTY,
    schema: formSchema,
    send: async (body) => {
      const sent = await outbox.submit({ account, channelId, operation: 'scripts.create', title: body.title, body });
      return 'failure' in sent ? { ok: false, failure: sent.failure } : { ok: true, made: sent.item };
    },
  });
}

export function mendScript({ forms, outbox }: AppState, item: Queued): NewScript {
  const { research_urls: urls, research_texts: texts, ...rest } = item.body as Partial<z.output<typeof ScriptCreate>>;
  const known = Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => name in EMPTY && value != null),
  ) as Partial<typeof EMPTY>;
  return new SavedForm({
    forms,
    account: item.account,
    name: `script-queued${item.id}`,
    empty: {
      ...EMPTY,
      ...known,
      research_urls: (urls ?? []).join('\n'),
      research_texts: (texts ?? []).join('\n\n---\n\n'),
    },
    schema: formSchema,
    send: async (body) => {
      await outbox.mend(item, body.title, body);
      return { ok: true, made: item };
    },
  });
}

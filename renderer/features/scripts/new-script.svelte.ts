import type { z } from 'zod';

import type { ScriptCreate } from '#contract/schema/script.ts';
import { KeptForm } from '#renderer/studio/kept-form.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

const EMPTY = {
  title: '',
  topic: '',
  length: null as number | null,
  angle: '',
  language: '',
  template_id: null as number | null,
  voice_id: null as number | null,
  prompt: '',
  /** One a line. */
  research_urls: '',
  /** Parted by an empty line with three dashes. */
  research_texts: '',
};

type Made = { readonly scriptId: number };
export type NewScript = KeptForm<typeof EMPTY, z.output<typeof ScriptCreate>, Made>;

const parts = (text: string, by: RegExp): string[] =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The form of a new script in a channel. */
export function newScript({ api, cache, forms }: Studio, account: string, channelId: number): NewScript {
  let known = new Set<number>();
  return new KeptForm({
    forms,
    account,
    name: `script-${channelId}`,
    empty: EMPTY,
    schema: async () => {
      const [{ ScriptCreate: schema }, { z }] = await Promise.all([
        import('#contract/schema/script.ts'),
        import('zod'),
      ]);
      return z.preprocess((typed) => {
        const fields = typed as typeof EMPTY;
        return {
          ...fields,
          research_urls: parts(fields.research_urls, /\n/),
          research_texts: parts(fields.research_texts, /\n\s*---\s*\n/),
        };
      }, schema);
    },
    send: async (body) => {
      const result = await api.call(account, 'scripts.create', { params: { id: channelId }, body });
      return result.ok ? { ok: true, made: { scriptId: result.body.data.script_id } } : result;
    },
    lookUp: async ({ title }, moment) => {
      if (moment === 'before') {
        known = new Set((await cache.entities(account, 'script')).map(({ id }) => id));
        return null;
      }
      const query = { search: title, per_page: 100 };
      const result = await api.call(account, 'scripts.list', { params: { id: channelId }, query });
      const found = result.ok
        ? result.body.data.find((script) => script.title === title && !known.has(script.id))
        : null;
      return found ? { scriptId: found.id } : null;
    },
  });
}

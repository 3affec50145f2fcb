import { and, eq } from 'drizzle-orm';

import { SCRIPT_FORMATS } from '#contract/schema/script.ts';

import { takeScriptNumber } from '../../store/numbers.ts';
import { scripts, templates, voices } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { ChannelRow, ScriptRow } from '../access.ts';

export interface NewScript {
  readonly title: string;
  readonly topic: string;
  readonly length: number;
  readonly angle?: string | null | undefined;
  /** Defaults to the channel's language. */
  readonly language?: string | null | undefined;
  /** If absent, the channel's template is used; if null, none. The caller must check it. */
  readonly template_id?: number | null | undefined;
  /** Overrides `voice`. If absent, the channel's voice is used; if null, none. The caller must check it. */
  readonly voice_id?: number | null | undefined;
  readonly voice?: string | null | undefined;
  readonly prompt?: string | null | undefined;
  readonly research_urls?: readonly string[] | null | undefined;
  readonly research_texts?: readonly string[] | null | undefined;
  readonly notes?: string | null | undefined;
  readonly thumbnail?: string | null | undefined;
}

/** Formats are the capitalised categories of the built-in templates; any other category has no format. */
export async function readFormat(tx: Db, templateId: number | null): Promise<string | null> {
  if (templateId === null) return null;
  const [template] = await tx.select().from(templates).where(eq(templates.id, templateId));
  return SCRIPT_FORMATS.find((format) => format.toLowerCase() === template?.category.toLowerCase()) ?? null;
}

async function resolveVoice(tx: Db, channel: ChannelRow, { voice_id, voice }: NewScript) {
  const id = voice_id ?? (voice || voice_id === null ? null : channel.default_voice_id);
  if (id === null) return { voice: voice ?? null, voice_id: null };
  const isOwnVoice = and(eq(voices.script_voice_id, id), eq(voices.channel_id, channel.id));
  const [row] = await tx.select({ name: voices.name }).from(voices).where(isOwnVoice);
  return { voice: row?.name ?? null, voice_id: row ? id : null };
}

export async function insertScript(tx: Db, channel: ChannelRow, fields: NewScript): Promise<ScriptRow> {
  const template_id = fields.template_id === undefined ? channel.default_template_id : fields.template_id;
  const channelLanguage = channel.settings['language'];
  const [script] = await tx
    .insert(scripts)
    .values({
      team_id: channel.team_id,
      channel_id: channel.id,
      script_number: await takeScriptNumber(tx, channel.id),
      title: fields.title,
      topic: fields.topic,
      angle: fields.angle ?? null,
      length: fields.length,
      format: await readFormat(tx, template_id),
      language: fields.language ?? (typeof channelLanguage === 'string' ? channelLanguage : 'en'),
      ...(await resolveVoice(tx, channel, fields)),
      template_id,
      production_status: 'planning',
      prompt: fields.prompt ?? null,
      research_urls: [...(fields.research_urls ?? [])],
      research_texts: [...(fields.research_texts ?? [])],
      notes: fields.notes ?? null,
      thumbnail: fields.thumbnail ?? null,
    })
    .returning();
  if (!script) throw new Error('The script was not returned.');
  return script;
}

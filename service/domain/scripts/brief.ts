import { eq } from 'drizzle-orm';

import type { TextBrief, TextVoice } from '../../engines/text/text-engine.ts';
import { channels, templates, voices } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { ScriptRow } from '../access.ts';

async function readVoice(db: Db, script: ScriptRow): Promise<TextVoice | null> {
  if (script.voice_id === null) return script.voice === null ? null : { name: script.voice, instructions: '' };
  const [row] = await db.select().from(voices).where(eq(voices.script_voice_id, script.voice_id));
  if (!row) return null;
  const analysis = row.profile?.['writing_style_analysis'];
  const profile = analysis && typeof analysis === 'object' && !Array.isArray(analysis) ? analysis : null;
  return { name: row.name, instructions: row.instructions, profile };
}

export async function readTextBrief(db: Db, script: ScriptRow): Promise<TextBrief> {
  const [channel] = await db.select().from(channels).where(eq(channels.id, script.channel_id));
  const [template] =
    script.template_id === null ? [] : await db.select().from(templates).where(eq(templates.id, script.template_id));
  const audience = channel?.settings['audience'];
  return {
    title: script.title,
    topic: script.topic,
    angle: script.angle ?? '',
    hook: script.hook ?? '',
    notes: script.notes ?? '',
    language: script.language,
    targetWords: script.length,
    template: template ? { name: template.name, prompt: template.prompt } : null,
    voice: await readVoice(db, script),
    researchTexts: script.research_texts,
    researchUrls: script.research_urls,
    audience: typeof audience === 'string' ? audience : '',
    prompt: script.prompt ?? '',
  };
}

import type { ScriptContent, ScriptDetail } from '#contract/schema/script.ts';
import { toText } from '#contract/to-text.ts';
import type { QueuedItem } from '#renderer/outbox/outbox-item.ts';

/** Builds the details of a script that its service does not have yet. */
export function toScriptDetail({ id, channelId, title, body }: QueuedItem): ScriptDetail {
  const readText = (name: string): string => toText(body[name]);
  return {
    id,
    channel_id: channelId,
    script_number: 0,
    title,
    topic: readText('topic'),
    angle: readText('angle') || null,
    length: typeof body['length'] === 'number' ? body['length'] : 0,
    format: null,
    language: readText('language'),
    voice: readText('voice') || null,
    template_id: typeof body['template_id'] === 'number' ? body['template_id'] : null,
    ...('voice_id' in body && { voice_id: body['voice_id'] }),
    status: 'active',
    production_status: 'planning',
    thread_id: null,
    canvas_url: null,
    has_outline: false,
    has_script: false,
    notes: null,
    hook: null,
    thumbnail: null,
  };
}

/** A new script has no text on its service, even once it is sent. */
export const createEmptyContent = (id: number): ScriptContent => ({
  script_id: id,
  outline: '',
  script: '',
  outline_version: 0,
  content_version: 0,
});

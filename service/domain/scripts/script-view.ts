import { sql } from 'drizzle-orm';

import type { ScriptContent, ScriptDetail, ScriptListItem } from '#contract/schema/script.ts';

import { scripts } from '../../store/schema.ts';
import type { ScriptRow } from '../access.ts';

/** The columns that a list needs, without the texts themselves. */
export const LIST_COLUMNS = {
  id: scripts.id,
  channel_id: scripts.channel_id,
  script_number: scripts.script_number,
  title: scripts.title,
  topic: scripts.topic,
  angle: scripts.angle,
  length: scripts.length,
  format: scripts.format,
  language: scripts.language,
  voice: scripts.voice,
  template_id: scripts.template_id,
  status: scripts.status,
  production_status: scripts.production_status,
  thread_id: scripts.thread_id,
  /** The local service has no web site, so there is no canvas page. */
  canvas_url: sql<null>`null`,
  has_outline: sql<boolean>`${scripts.outline} <> ''`,
  has_script: sql<boolean>`${scripts.body} <> ''`,
  updated_at: scripts.updated_at,
};

export function toScriptDetail(row: ScriptRow): ScriptDetail {
  const { id, channel_id, script_number, title, topic, angle, length, format, language, voice } = row;
  const { template_id, status, production_status, thread_id, notes, hook, thumbnail } = row;
  const listItem: ScriptListItem = {
    id,
    channel_id,
    script_number,
    title,
    topic,
    angle,
    length,
    format,
    language,
    voice,
    template_id,
    status,
    production_status,
    thread_id,
    canvas_url: null,
    has_outline: row.outline !== '',
    has_script: row.body !== '',
    updated_at: row.updated_at.toISOString(),
  };
  return { ...listItem, notes, hook, thumbnail };
}

export function toScriptContent(row: ScriptRow): ScriptContent {
  const { id, outline, body, outline_version, content_version } = row;
  return { script_id: id, outline, script: body, outline_version, content_version };
}

import { randomUUID } from 'node:crypto';

import { and, desc, eq, isNull } from 'drizzle-orm';

import { exportScript } from '#markdown/export.ts';

import type { MediaStore } from '../../files/media-store.ts';
import { containsText } from '../../search/contains-text.ts';
import { script_attachments } from '../../store/schema-thumbnails.ts';
import { scripts, templates, voices } from '../../store/schema.ts';
import { type Db, StoreReadOnlyError } from '../../store/store.ts';
import { reachChannel, reachScript, type ScriptRow } from '../access.ts';
import type { Call, Failing, Handlers } from '../call.ts';
import { emit } from '../events.ts';
import { getPageOffset, toPagination } from '../pagination.ts';
import type { Services } from '../services.ts';
import { isTemplateOf } from '../templates/templates-of.ts';
import { checkCredits, checkSubscription, areDraftsFree } from './affordable.ts';
import { recordActivity } from '../projects/activity.ts';
import type { AttachmentQueue } from '../projects/attachment-jobs.ts';
import { enterStage } from '../projects/stage-steps.ts';
import { insertScript } from './insert-script.ts';
import { LIST_COLUMNS, toScriptContent, toScriptDetail } from './script-view.ts';

type ScriptHandlers = Pick<
  Handlers,
  'scripts.create' | 'scripts.list' | 'scripts.get' | 'scripts.content' | 'scripts.export'
>;

interface VoiceAndTemplateCall extends Failing<'invalid_voice' | 'invalid_template'> {
  readonly body: { readonly template_id?: number | null | undefined; readonly voice_id?: number | null | undefined };
}

export async function checkVoiceAndTemplate(
  tx: Db,
  channel: { readonly id: number },
  { body, fail }: VoiceAndTemplateCall,
) {
  if (body.template_id != null) {
    const templateCount = await tx.$count(templates, and(eq(templates.id, body.template_id), isTemplateOf(channel.id)));
    if (templateCount === 0) {
      throw fail('invalid_template', { fields: { template_id: ['Invalid template_id for this channel'] } });
    }
  }
  if (body.voice_id != null) {
    const isOwnVoice = and(eq(voices.script_voice_id, body.voice_id), eq(voices.channel_id, channel.id));
    if ((await tx.$count(voices, isOwnVoice)) === 0) {
      throw fail('invalid_voice', { fields: { voice_id: ['Invalid voice_id for this channel'] } });
    }
  }
}

async function createScript(services: Services, call: Call<'scripts.create'>): Promise<ScriptRow> {
  const { store, now } = services;
  const isFree = await areDraftsFree(services, call);
  return store.transaction(async (tx) => {
    const channel = await reachChannel(tx, call, call.params.id);
    checkSubscription(call);
    await checkVoiceAndTemplate(tx, channel, call);
    await checkCredits(tx, call, { words: call.body.length, isFree, now: now() });
    const script = await insertScript(tx, channel, call.body);
    const project = { source: 'script', number: script.id, channel_id: script.channel_id } as const;
    await recordActivity(tx, call.principal, project, 'created');
    await enterStage(tx, call.principal, project, 'scripting');
    return script;
  });
}

async function exportText({ store }: Services, call: Call<'scripts.export'>) {
  const { format, include_headings } = call.query;
  const script = await reachScript(store.db, call, call.params.id);
  if (script.body.trim() === '') throw call.fail('export_failed');
  const content = exportScript(script.body, { format, includeHeadings: include_headings });
  const { id: script_id, title } = script;
  const data = { script_id: String(script_id), format, export_id: randomUUID() };
  try {
    await store.transaction((tx) => emit(tx, script.team_id, 'script.export.requested', data));
  } catch (error) {
    // Exports even on a full disk: getting the text out matters more than the event.
    if (!(error instanceof StoreReadOnlyError)) throw error;
  }
  return { script_id, title, format, content, include_headings };
}

export interface ScriptServices extends Services {
  readonly media: MediaStore;
  readonly attachmentQueue: Pick<AttachmentQueue, 'remove'>;
}

/** Returns the URL of the script's chosen thumbnail, or null if none is chosen. */
export async function readThumbnailUrl(db: Db, media: MediaStore, script: ScriptRow): Promise<string | null> {
  const isWinner = and(
    eq(script_attachments.script_id, script.id),
    eq(script_attachments.kind, 'thumbnail'),
    eq(script_attachments.winner, true),
  );
  const [row] = await db.select({ media: script_attachments.media }).from(script_attachments).where(isWinner);
  return row ? media.createAddress(row.media) : script.thumbnail;
}

export function createScriptHandlers(services: ScriptServices): ScriptHandlers {
  const { db } = services.store;
  return {
    'scripts.create': async (call) => {
      const { id: script_id, script_number, thread_id, status } = await createScript(services, call);
      const data = { script_id, script_number, thread_id, status, canvas_url: null };
      return { status: 201, body: { success: true, data } };
    },

    'scripts.list': async (call) => {
      const { query } = call;
      const channel = await reachChannel(db, call, call.params.id);
      const filter = and(
        eq(scripts.channel_id, channel.id),
        isNull(scripts.archived_at),
        query.status === undefined ? undefined : eq(scripts.status, query.status),
        query.format === undefined ? undefined : eq(scripts.format, query.format),
        query.search === undefined ? undefined : containsText(query.search, [scripts.title, scripts.topic]),
      );
      const rows = await db
        .select(LIST_COLUMNS)
        .from(scripts)
        .where(filter)
        .orderBy(desc(scripts.id))
        .limit(query.per_page)
        .offset(getPageOffset(query));
      const data = rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() }));
      const total = await db.$count(scripts, filter);
      return { status: 200, body: { success: true, data, pagination: toPagination(query, total) } };
    },

    'scripts.get': async (call) => {
      const script = await reachScript(db, call, call.params.id);
      const thumbnail = await readThumbnailUrl(db, services.media, script);
      return { status: 200, body: { success: true, data: { ...toScriptDetail(script), thumbnail } } };
    },

    'scripts.content': async (call) => {
      const script = await reachScript(db, call, call.params.id);
      return { status: 200, body: { success: true, data: toScriptContent(script) } };
    },

    'scripts.export': async (call) => {
      return { status: 200, body: { success: true, data: await exportText(services, call) } };
    },
  };
}

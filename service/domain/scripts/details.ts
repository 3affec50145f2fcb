/** Serves local-only operations on scripts: create from a title alone, change, delete. */
import { eq } from 'drizzle-orm';

import { scripts, voices } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { reachChannel, reachScript, type ScriptRow } from '../access.ts';
import type { Call, Handlers } from '../call.ts';
import { recordActivity } from '../projects/activity.ts';
import { listProjectFiles } from '../projects/attachment-jobs.ts';
import { enterStage } from '../projects/stage-steps.ts';
import { findActiveRun } from './active-run.ts';
import { checkCredits, checkSubscription, areDraftsFree } from './affordable.ts';
import { checkVoiceAndTemplate, type ScriptServices, readThumbnailUrl } from './handlers.ts';
import { readFormat, insertScript } from './insert-script.ts';
import { toScriptDetail } from './script-view.ts';

type DetailHandlers = Pick<Handlers, 'local.scripts.create' | 'local.scripts.update' | 'local.scripts.delete'>;

async function createScript(services: ScriptServices, call: Call<'local.scripts.create'>): Promise<ScriptRow> {
  const { principal, body } = call;
  const areFree = await areDraftsFree(services, call);
  return services.store.transaction(async (tx) => {
    const fail = (_: 'channel_not_found' | 'channel_forbidden') => call.fail('channel_not_found');
    const channel = await reachChannel(tx, { principal, fail }, call.params.id);
    checkSubscription(call);
    await checkVoiceAndTemplate(tx, channel, call);
    await checkCredits(tx, call, { words: body.length, isFree: areFree || body.length === 0, now: services.now() });
    const script = await insertScript(tx, channel, body);
    const project = { source: 'script', number: script.id, channel_id: script.channel_id } as const;
    await recordActivity(tx, principal, project, 'created');
    await enterStage(tx, principal, project, 'scripting');
    return script;
  });
}

/** Reports a script out of the caller's reach as not found. */
function reachOwnScript(
  tx: Db,
  { principal, params, fail }: Call<'local.scripts.update'> | Call<'local.scripts.delete'>,
): Promise<ScriptRow> {
  const failNotFound = (_: 'script_not_found' | 'script_forbidden') => fail('script_not_found');
  return reachScript(tx, { principal, fail: failNotFound }, params.id, true);
}

async function readVoiceFields(tx: Db, voiceId: number | null | undefined) {
  if (voiceId === undefined) return {};
  if (voiceId === null) return { voice: null, voice_id: null };
  const [row] = await tx.select({ name: voices.name }).from(voices).where(eq(voices.script_voice_id, voiceId));
  return { voice: row?.name ?? null, voice_id: row ? voiceId : null };
}

async function updateScript({ store }: ScriptServices, call: Call<'local.scripts.update'>): Promise<ScriptRow> {
  const { voice_id, ...fields } = call.body;
  return store.transaction(async (tx) => {
    const script = await reachOwnScript(tx, call);
    await checkVoiceAndTemplate(tx, { id: script.channel_id }, call);
    // A new template sets the format unless the request names one.
    const format =
      fields.template_id !== undefined && fields.format === undefined
        ? { format: await readFormat(tx, fields.template_id) }
        : {};
    const definedFields = Object.entries({ ...format, ...fields }).filter(([, value]) => value !== undefined);
    const changes = { ...Object.fromEntries(definedFields), ...(await readVoiceFields(tx, voice_id)) };
    if (Object.keys(changes).length === 0) return script;
    const [updatedRow] = await tx.update(scripts).set(changes).where(eq(scripts.id, script.id)).returning();
    if (!updatedRow) throw call.fail('script_not_found');
    return updatedRow;
  });
}

async function deleteScript(
  { store, attachmentQueue }: ScriptServices,
  call: Call<'local.scripts.delete'>,
): Promise<void> {
  await store.transaction(async (tx) => {
    const script = await reachOwnScript(tx, call);
    const run_id = await findActiveRun(tx, script.id);
    if (run_id !== null) throw call.fail('run_already_active', { extras: { run_id } });
    await attachmentQueue.remove(await listProjectFiles(tx, { source: 'script', number: script.id }));
    await tx.delete(scripts).where(eq(scripts.id, script.id));
  });
}

export function createDetailHandlers(services: ScriptServices): DetailHandlers {
  return {
    'local.scripts.create': async (call) => {
      const { id: script_id, script_number, thread_id, status } = await createScript(services, call);
      const data = { script_id, script_number, thread_id, status, canvas_url: null };
      return { status: 201, body: { success: true, data } };
    },

    'local.scripts.update': async (call) => {
      const script = await updateScript(services, call);
      const thumbnail = await readThumbnailUrl(services.store.db, services.media, script);
      return { status: 200, body: { success: true, data: { ...toScriptDetail(script), thumbnail } } };
    },

    'local.scripts.delete': async (call) => {
      await deleteScript(services, call);
      return { status: 200, body: { success: true, data: { deleted: true } } };
    },
  };
}

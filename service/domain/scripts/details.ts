/** Serves what the owner may do to a script beyond the API: create it from a title alone, change it, delete it. */
import { eq } from 'drizzle-orm';

import { scripts, voices } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { reachChannel, reachScript, type ScriptRow } from '../access.ts';
import type { Call, Handlers } from '../call.ts';
import { remember } from '../projects/activity.ts';
import { filesOfProject } from '../projects/attachment-jobs.ts';
import { enterStage } from '../projects/stage-steps.ts';
import { activeRunOf } from './active-run.ts';
import { checkCredits, checkSubscription, draftsAreFree } from './affordable.ts';
import { checkVoiceAndTemplate, type ScriptServices, thumbnailOf } from './handlers.ts';
import { formatOf, insertScript } from './insert-script.ts';
import { scriptDetail } from './script-view.ts';

type DetailHandlers = Pick<Handlers, 'local.scripts.create' | 'local.scripts.update' | 'local.scripts.delete'>;

async function create(services: ScriptServices, call: Call<'local.scripts.create'>): Promise<ScriptRow> {
  const { principal, body } = call;
  const free = await draftsAreFree(services, call);
  return services.store.transaction(async (tx) => {
    const fail = (_: 'channel_not_found' | 'channel_forbidden') => call.fail('channel_not_found');
    const channel = await reachChannel(tx, { principal, fail }, call.params.id);
    checkSubscription(call);
    await checkVoiceAndTemplate(tx, channel, call);
    await checkCredits(tx, call, { words: body.length, free: free || body.length === 0, now: services.now() });
    const script = await insertScript(tx, channel, body);
    const project = { source: 'script', number: script.id, channel_id: script.channel_id } as const;
    await remember(tx, principal, project, 'created');
    await enterStage(tx, principal, project, 'scripting');
    return script;
  });
}

/** Returns the script in reach of an owner, to whom a foreign script does not exist. */
function reach(
  tx: Db,
  { principal, params, fail }: Call<'local.scripts.update'> | Call<'local.scripts.delete'>,
): Promise<ScriptRow> {
  const notFound = (_: 'script_not_found' | 'script_forbidden') => fail('script_not_found');
  return reachScript(tx, { principal, fail: notFound }, params.id, true);
}

async function voiceFields(tx: Db, voiceId: number | null | undefined) {
  if (voiceId === undefined) return {};
  if (voiceId === null) return { voice: null, voice_id: null };
  const [row] = await tx.select({ name: voices.name }).from(voices).where(eq(voices.script_voice_id, voiceId));
  return { voice: row?.name ?? null, voice_id: row ? voiceId : null };
}

async function update({ store }: ScriptServices, call: Call<'local.scripts.update'>): Promise<ScriptRow> {
  const { voice_id, ...fields } = call.body;
  return store.transaction(async (tx) => {
    const script = await reach(tx, call);
    await checkVoiceAndTemplate(tx, { id: script.channel_id }, call);
    // A template brings its format along unless the person names another one.
    const format =
      fields.template_id !== undefined && fields.format === undefined
        ? { format: await formatOf(tx, fields.template_id) }
        : {};
    const defined = Object.entries({ ...format, ...fields }).filter(([, value]) => value !== undefined);
    const changes = { ...Object.fromEntries(defined), ...(await voiceFields(tx, voice_id)) };
    if (Object.keys(changes).length === 0) return script;
    const [changed] = await tx.update(scripts).set(changes).where(eq(scripts.id, script.id)).returning();
    if (!changed) throw call.fail('script_not_found');
    return changed;
  });
}

async function remove({ store, attachmentQueue }: ScriptServices, call: Call<'local.scripts.delete'>): Promise<void> {
  await store.transaction(async (tx) => {
    const script = await reach(tx, call);
    const run_id = await activeRunOf(tx, script.id);
    if (run_id !== null) throw call.fail('run_already_active', { extras: { run_id } });
    await attachmentQueue.remove(await filesOfProject(tx, { source: 'script', number: script.id }));
    await tx.delete(scripts).where(eq(scripts.id, script.id));
  });
}

export function detailHandlers(services: ScriptServices): DetailHandlers {
  return {
    'local.scripts.create': async (call) => {
      const { id: script_id, script_number, thread_id, status } = await create(services, call);
      const data = { script_id, script_number, thread_id, status, canvas_url: null };
      return { status: 201, body: { success: true, data } };
    },

    'local.scripts.update': async (call) => {
      const script = await update(services, call);
      const thumbnail = await thumbnailOf(services.store.db, services.media, script);
      return { status: 200, body: { success: true, data: { ...scriptDetail(script), thumbnail } } };
    },

    'local.scripts.delete': async (call) => {
      await remove(services, call);
      return { status: 200, body: { success: true, data: { deleted: true } } };
    },
  };
}

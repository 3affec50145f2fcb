/** Builds a successful call for every operation of the table; a missing one does not compile. */
import { randomUUID } from 'node:crypto';

import type { OperationId } from '#contract/operations/index.ts';

import { ACTIVE_AGENT_RUN, ACTIVE_RUN } from '#service/domain/scripts/active-run.ts';
import { agent_runs } from '#service/store/schema-agent-runs.ts';
import { runs } from '#service/store/schema.ts';

import { endThumbnails, VALID_THUMBNAIL_INPUTS } from './thumbnails.ts';
import { VALID_COMPOSITION_INPUTS } from './compositions.ts';
import { VALID_AGENT_RUN_INPUTS } from './agent-runs.ts';
import type { Input } from './client.ts';
import { VALID_PEOPLE_INPUTS } from './people.ts';
import { VALID_PROJECT_INPUTS } from './projects.ts';
import { VALID_LOCAL_IDEA_INPUTS } from './ideas.ts';
import { VALID_IDEA_GENERATION_INPUTS, VALID_INTEL_INPUTS } from './intel.ts';
import { endVideos, VALID_VIDEO_CHANGE_INPUTS } from './video-changes.ts';
import { VALID_VIDEO_INPUTS } from './videos.ts';
import { createCommit, createProfile, createVoice } from './voices.ts';
import { VALID_WEBHOOK_INPUTS } from './webhooks.ts';
import { CHANNEL, type World } from './world.ts';

const channelInput = () => Promise.resolve({ params: { id: CHANNEL } });
const emptyInput = () => Promise.resolve({});

async function createProvider({ owner }: World): Promise<Input> {
  const body = {
    kind: 'openai-compatible',
    label: 'Local',
    base_url: 'http://127.0.0.1:9/v1',
    model: 'm',
    active: false,
  };
  const { id } = await owner.data<{ id: number }>('local.providers.create', { body });
  return { params: { id } };
}

export const createTemplateFields = () => ({
  name: `Template ${randomUUID()}`,
  prompt: 'Begin with the end.'.repeat(10),
});

/** Creates a template of the channel; returns the input to change it. */
async function createTemplate({ owner }: World): Promise<Input> {
  const template = await owner.data<{ id: number; revision: string }>('templates.create', {
    params: { id: CHANNEL },
    body: createTemplateFields(),
  });
  return { params: { id: CHANNEL, template: template.id }, headers: { 'If-Match': `"${template.revision}"` } };
}

const outline = '## One (200 words)\n\n- A point\n\n## Two (200 words)\n\n- Another point\n';

export const VALID_INPUTS: Readonly<Record<OperationId, (world: World) => Promise<Input>>> = {
  'team.get': emptyInput,
  'credits.get': emptyInput,
  'tokens.list': emptyInput,
  'tokens.create': () => Promise.resolve({ body: { name: randomUUID(), abilities: ['scripts:read'] } }),
  'tokens.delete': async ({ owner }) => {
    const body = { name: randomUUID(), abilities: ['scripts:read'] };
    const { token } = await owner.data<{ token: { id: number } }>('tokens.create', { body });
    return { params: { token: token.id } };
  },
  'channels.list': emptyInput,
  'channels.get': channelInput,
  'templates.list': channelInput,
  'templates.create': () => Promise.resolve({ params: { id: CHANNEL }, body: createTemplateFields() }),
  'templates.get': createTemplate,
  'templates.update': async (world) => ({ ...(await createTemplate(world)), body: { name: randomUUID() } }),
  'templates.archive': createTemplate,
  'templates.restore': createTemplate,
  'voices.list': channelInput,
  'voices.validate': () =>
    Promise.resolve({ params: { id: CHANNEL }, body: { intent: 'create', name: 'A voice', profile: createProfile() } }),
  'voices.commit': async (world) => createCommit(world, await createVoice(world)),
  'local.voices.draft': () => Promise.resolve({ params: { id: CHANNEL }, body: { samples: 'So here is the thing.' } }),
  'local.rewrites.create': () => Promise.resolve({ body: { action: 'shorten', text: 'It is a very long sentence.' } }),
  'local.rewrites.text': () => Promise.resolve({ query: { live_id: '3b241101-e2bb-4255-8caf-4136c566a962' } }),
  'voices.get': async (world) => ({ params: { id: CHANNEL, voice: (await createVoice(world)).id } }),
  'ideas.create': () => Promise.resolve({ params: { id: CHANNEL }, body: { title: 'An idea' } }),
  'ideas.list': channelInput,
  'ideas.get': async (world) => ({ params: { id: await world.createIdea() } }),
  'ideas.write': async (world) => ({ params: { id: await world.createIdea() } }),
  'scripts.create': () =>
    Promise.resolve({
      params: { id: CHANNEL },
      body: { title: 'A script', topic: 'Long enough for a topic', length: 400 },
    }),
  'scripts.list': channelInput,
  'scripts.get': async (world) => ({ params: { id: await world.createScript() } }),
  'scripts.content': async (world) => ({ params: { id: await world.createScript() } }),
  'scripts.generateOutline': async (world) => ({ params: { id: await world.createScript() } }),
  'scripts.generateScript': async (world) => ({ params: { id: await world.createScript({ outline }) } }),
  'scripts.humanize': async (world) => ({
    params: { id: await world.createScript({ body: 'It is not a long text.' }) },
  }),
  'scripts.poll': async (world) => {
    const id = await world.createScript();
    return { params: { id }, query: { run_id: await world.createRun(id) } };
  },
  'scripts.export': async (world) => ({
    params: { id: await world.createScript({ body: '# Head\n\nSome text.' }) },
    query: { format: 'html' },
  }),
  ...VALID_AGENT_RUN_INPUTS,
  ...VALID_THUMBNAIL_INPUTS,
  ...VALID_COMPOSITION_INPUTS,
  ...VALID_PROJECT_INPUTS,
  ...VALID_VIDEO_INPUTS,
  ...VALID_VIDEO_CHANGE_INPUTS,
  ...VALID_PEOPLE_INPUTS,
  ...VALID_INTEL_INPUTS,
  ...VALID_IDEA_GENERATION_INPUTS,
  ...VALID_LOCAL_IDEA_INPUTS,
  ...VALID_WEBHOOK_INPUTS,
  'local.studio': emptyInput,
  'local.archive.make': async (world) => {
    await world.write(async (tx) => {
      await tx.update(runs).set({ status: 'canceled' }).where(ACTIVE_RUN);
      await tx.update(agent_runs).set({ status: 'cancelled' }).where(ACTIVE_AGENT_RUN);
      await endThumbnails(tx);
      await endVideos(tx);
    });
    return {};
  },
  'local.channels.create': () => Promise.resolve({ body: { title: 'A new channel' } }),
  'local.channels.update': () => Promise.resolve({ params: { id: CHANNEL }, body: { recording: false } }),
  'local.content.put': async (world) => ({
    params: { id: await world.createScript() },
    body: { outline, outline_version: 0, script: 'Mine.', content_version: 0 },
  }),
  'local.scripts.create': () => Promise.resolve({ params: { id: CHANNEL }, body: { title: 'A title alone' } }),
  'local.scripts.update': async (world) => ({
    params: { id: await world.createScript() },
    body: { title: 'Renamed', length: 900, format: 'News', language: 'de', template_id: null, voice_id: null },
  }),
  'local.scripts.delete': async (world) => ({ params: { id: await world.createScript() } }),
  'local.scripts.cuts': async (world) => ({
    params: { id: await world.createScript() },
    body: { sentences: ['So.', 'Well, so.', 'So it is.'], seconds: 3, wanted: 2 },
  }),
  'local.scripts.voice': async (world) => ({ params: { id: await world.createScript() } }),
  'local.runs.list': async (world) => {
    await world.createRun(await world.createScript());
    return {};
  },
  'local.runs.get': async (world) => ({ params: { run_id: await world.createRun(await world.createScript()) } }),
  'local.runs.text': async (world) => ({ params: { run_id: await world.createRun(await world.createScript()) } }),
  'local.runs.cancel': async (world) => ({ params: { run_id: await world.createRun(await world.createScript()) } }),
  'local.providers.list': async (world) => {
    await createProvider(world);
    return {};
  },
  'local.providers.create': () =>
    Promise.resolve({
      body: { kind: 'openai-compatible', label: 'Local', base_url: 'http://127.0.0.1:9/v1', model: 'm', active: false },
    }),
  'local.providers.update': async (world) => ({ ...(await createProvider(world)), body: { label: 'Renamed' } }),
  'local.providers.delete': createProvider,
  'local.providers.test': createProvider,
  'local.providers.models': () =>
    Promise.resolve({ body: { kind: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1' } }),
  'local.providers.try': () =>
    Promise.resolve({ body: { kind: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1', model: 'm' } }),
  'local.modelServers.list': emptyInput,
  'local.search.get': emptyInput,
  'local.search.put': () => Promise.resolve({ body: { kind: 'searxng', base_url: 'http://127.0.0.1:9' } }),
  'local.search.delete': emptyInput,
  'local.search.test': emptyInput,
  'local.platform.get': emptyInput,
  'local.platform.put': () => Promise.resolve({ body: { kind: 'youtube', api_key: 'a-key' } }),
  'local.platform.limit': () => Promise.resolve({ body: { daily_limit: 2000 } }),
  'local.platform.delete': emptyInput,
  'local.platform.test': emptyInput,
  'local.speech.get': emptyInput,
  'local.speech.put': () =>
    Promise.resolve({ body: { base_url: 'http://127.0.0.1:9/v1', model: 'speaker', voice: 'alto' } }),
  'local.speech.delete': emptyInput,
  'local.speech.test': emptyInput,
  'local.speech.own': emptyInput,
  'local.speech.servers': emptyInput,
  'local.speech.say': () => Promise.resolve({ body: { text: 'A short sentence.' } }),
  'local.images.get': emptyInput,
  'local.images.put': () => Promise.resolve({ body: { base_url: 'http://127.0.0.1:9/v1', model: 'painter' } }),
  'local.images.delete': emptyInput,
  'local.images.test': emptyInput,
  'local.creditPlan.get': emptyInput,
  'local.ledger.list': emptyInput,
  'local.creditPlan.put': () => Promise.resolve({ body: { plan_credits: 100_000, status: 'active' } }),
};

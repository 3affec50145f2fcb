/**
 * Provokes each failure that an operation lists itself; a missing one does not compile. Failures common to all
 * operations (token, abilities, roles, bodies, rates, server errors) are provoked elsewhere for every operation.
 */
import { LIMITS } from '#contract/limits.ts';
import { voice_receipts } from '#service/store/schema.ts';

import { createChannelFailures } from './access-failures.ts';
import { VIDEO_CHANGE_FAILURES } from './video-changes.ts';
import { VIDEO_FAILURES } from './videos.ts';
import { THUMBNAIL_FAILURES } from './thumbnails.ts';
import { COMPOSITION_FAILURES } from './compositions.ts';
import { AGENT_RUN_FAILURES } from './agent-runs.ts';
import { type Answer, MISSING_ID, MISSING_UUID } from './client.ts';
import { PEOPLE_FAILURES } from './people.ts';
import { PROJECT_FAILURES } from './projects.ts';
import { ENGINE_FAILURES } from './engines.ts';
import { LOCAL_IDEA_FAILURES } from './ideas.ts';
import { IDEA_GENERATION_FAILURES, INTEL_FAILURES } from './intel.ts';
import type { Failures } from './failure-table.ts';
import { VALID_INPUTS } from './valid-calls.ts';
import { createProfile } from './voices.ts';
import { WEBHOOK_FAILURES } from './webhooks.ts';
import { CHANNEL, OTHER_CHANNEL, type World } from './world.ts';

const BUILT_IN = 1;
const SENTENCES = { sentences: ['So.'], seconds: 2, wanted: 1 };
const outline = '## One (200 words)\n\n- A point\n';

/** The member may only access the other channel. */
const asMember = ({ owner, tokens }: World) => owner.as(tokens.member);

async function withStatus(world: World, status: string, call: () => Promise<Answer>): Promise<Answer> {
  await world.owner.data('local.creditPlan.put', { body: { status } });
  try {
    return await call();
  } finally {
    await world.owner.data('local.creditPlan.put', { body: { status: 'active' } });
  }
}

/** Calls while the connected text model is unreachable. */
async function withUnreachableModel({ owner }: World, call: () => Promise<Answer>): Promise<Answer> {
  const body = { kind: 'openai-compatible', label: 'Away', base_url: 'http://127.0.0.1:9/v1', model: 'm' };
  const { id } = await owner.data<{ id: number }>('local.providers.create', { body });
  try {
    return await call();
  } finally {
    await owner.data('local.providers.delete', { params: { id } });
  }
}

async function withoutCredits(world: World, call: () => Promise<Answer>): Promise<Answer> {
  await world.owner.data('local.creditPlan.put', { body: { plan_credits: 0 } });
  try {
    return await world.withModel(call);
  } finally {
    await world.owner.data('local.creditPlan.put', { body: { plan_credits: 100_000 } });
  }
}

type TemplateOperation = 'templates.get' | 'templates.update' | 'templates.archive' | 'templates.restore';
const createTemplateFailures = (id: TemplateOperation) => ({
  ...createChannelFailures(id, VALID_INPUTS[id]),
  template_not_found: async (world: World) => {
    const input = await VALID_INPUTS[id](world);
    return world.owner.call(id, { ...input, params: { ...input.params, template: MISSING_ID } });
  },
});

const createTemplateChangeFailures = (id: TemplateOperation) => ({
  ...createTemplateFailures(id),
  template_built_in: async (world: World) => {
    const input = await VALID_INPUTS[id](world);
    return world.owner.call(id, { ...input, params: { ...input.params, template: BUILT_IN } });
  },
});

const createScriptFailures = (
  id: 'scripts.get' | 'scripts.content' | 'scripts.poll' | 'scripts.export',
  query = {},
) => ({
  script_forbidden: async (world: World) =>
    asMember(world).call(id, { params: { id: await world.createScript() }, query }),
  script_not_found: (world: World) => world.owner.call(id, { params: { id: MISSING_ID }, query }),
});

const createGenerationFailures = (id: 'scripts.generateOutline' | 'scripts.generateScript' | 'scripts.humanize') => ({
  script_forbidden: async (world: World) => asMember(world).call(id, await VALID_INPUTS[id](world)),
  script_not_found: (world: World) => world.owner.call(id, { params: { id: MISSING_ID } }),
  subscription_paused: async (world: World) => {
    const input = await VALID_INPUTS[id](world);
    return withStatus(world, 'paused', () => world.owner.call(id, input));
  },
  run_already_active: async (world: World) => {
    const script = await world.createScript({ outline, body: 'Text.' });
    await world.createRun(script);
    return world.owner.call(id, { params: { id: script } });
  },
  prerequisites_not_met: async (world: World) =>
    world.owner.call(id, {
      params: { id: await world.createScript({ topic: '', length: 0, outline, body: 'Text.' }) },
    }),
  run_queue_failed: async (world: World) => {
    const input = await VALID_INPUTS[id](world);
    world.service.store.fault = 'no-queue';
    try {
      return await world.owner.call(id, input);
    } finally {
      world.service.store.fault = null;
    }
  },
});

const exhaustedScript = { outline, body: 'Text.', regenerations_used: LIMITS.regenerationsPerScript };

async function addPaidScript(world: World): Promise<number> {
  const script = await world.createScript({ outline });
  return world.withModel(async () => {
    const { run_id } = await world.owner.data<{ run_id: string }>('scripts.generateScript', { params: { id: script } });
    await world.waitForRun(script, run_id);
    return script;
  });
}

const newScript = { title: 'A script', topic: 'Long enough for a topic', length: 400 };
const createScript = (world: World, overrides: object = {}) =>
  world.owner.call('scripts.create', { params: { id: CHANNEL }, body: { ...newScript, ...overrides } });

export const FAILURES: Failures = {
  'team.get': {},
  'credits.get': {},
  'tokens.list': {},
  'tokens.create': {
    abilities_not_held: async (world) =>
      world.owner.call(
        'tokens.create',
        { body: { name: 'More', abilities: ['scripts:read', 'intel:read', 'video:edit'] } },
        { token: await world.createOwnerToken(['scripts:read']) },
      ),
  },
  'tokens.delete': { token_not_found: ({ owner }) => owner.call('tokens.delete', { params: { token: MISSING_ID } }) },
  'channels.list': { validation_failed: ({ owner }) => owner.call('channels.list', { query: { per_page: 0 } }) },
  'channels.get': createChannelFailures('channels.get', VALID_INPUTS['channels.get']),
  'templates.list': {
    ...createChannelFailures('templates.list', VALID_INPUTS['templates.list']),
    validation_failed: ({ owner }) =>
      owner.call('templates.list', { params: { id: CHANNEL }, query: { include_archived: 'maybe' } }),
  },
  'templates.create': createChannelFailures('templates.create', VALID_INPUTS['templates.create']),
  'templates.get': createTemplateFailures('templates.get'),
  'templates.update': createTemplateChangeFailures('templates.update'),
  'templates.archive': createTemplateChangeFailures('templates.archive'),
  'templates.restore': createTemplateChangeFailures('templates.restore'),
  'voices.list': {
    ...createChannelFailures('voices.list', VALID_INPUTS['voices.list']),
    validation_failed: ({ owner }) =>
      owner.call('voices.list', { params: { id: CHANNEL }, query: { script_voice_id: 'first' } }),
  },
  'voices.validate': {
    ...createChannelFailures('voices.validate', VALID_INPUTS['voices.validate']),
    voice_not_found: async (world) => {
      const { body } = await VALID_INPUTS['voices.validate'](world);
      const foreignBody = { ...(body as object), intent: 'update', voice_id: world.foreign.voiceUuid };
      return world.owner.call('voices.validate', { params: { id: CHANNEL }, body: foreignBody });
    },
  },
  'voices.commit': {
    ...createChannelFailures('voices.commit', VALID_INPUTS['voices.commit']),
    voice_receipt_unknown: async (world) => {
      // This receipt was issued for another channel.
      const { body } = await VALID_INPUTS['voices.commit'](world);
      return world.owner.call('voices.commit', { params: { id: OTHER_CHANNEL }, body });
    },
    voice_receipt_expired: async (world) => {
      const input = await VALID_INPUTS['voices.commit'](world);
      await world.write((tx) => tx.update(voice_receipts).set({ expires_at: new Date(Date.now() - 1) }));
      return world.owner.call('voices.commit', input);
    },
    voice_receipt_used: async (world) => {
      const input = await VALID_INPUTS['voices.commit'](world);
      await world.owner.data('voices.commit', input);
      return world.owner.call('voices.commit', input);
    },
    voice_receipt_mismatch: async (world) => {
      const input = await VALID_INPUTS['voices.commit'](world);
      const body = { ...(input.body as object), profile: createProfile() };
      return world.owner.call('voices.commit', { ...input, body });
    },
  },
  'local.voices.draft': {
    channel_not_found: ({ owner }) =>
      owner.call('local.voices.draft', { params: { id: MISSING_ID }, body: { samples: 'So.' } }),
    text_model_failed: (world) =>
      withUnreachableModel(world, () =>
        world.owner.call('local.voices.draft', { params: { id: CHANNEL }, body: { samples: 'So.' } }),
      ),
  },
  'local.rewrites.create': {
    text_model_failed: (world) =>
      withUnreachableModel(world, () =>
        world.owner.call('local.rewrites.create', { body: { action: 'shorten', text: 'It is late.' } }),
      ),
  },
  'local.rewrites.text': {
    validation_failed: ({ owner }) => owner.call('local.rewrites.text', { query: { live_id: MISSING_UUID, from: -1 } }),
  },
  'voices.get': {
    ...createChannelFailures('voices.get', VALID_INPUTS['voices.get']),
    voice_not_found: ({ owner, foreign }) =>
      owner.call('voices.get', { params: { id: CHANNEL, voice: foreign.voiceUuid } }),
  },
  'ideas.create': {
    channel_forbidden: (world) =>
      asMember(world).call('ideas.create', { params: { id: CHANNEL }, body: { title: 'No' } }),
    channel_not_found: ({ owner }) => owner.call('ideas.create', { params: { id: MISSING_ID }, body: { title: 'No' } }),
  },
  'ideas.list': {
    ...createChannelFailures('ideas.list', VALID_INPUTS['ideas.list']),
    validation_failed: ({ owner }) => owner.call('ideas.list', { params: { id: CHANNEL }, query: { status: 'done' } }),
  },
  'ideas.get': {
    idea_forbidden: async (world) => asMember(world).call('ideas.get', { params: { id: await world.createIdea() } }),
    idea_not_found: ({ owner }) => owner.call('ideas.get', { params: { id: MISSING_ID } }),
  },
  'ideas.write': {
    idea_forbidden: async (world) => asMember(world).call('ideas.write', { params: { id: await world.createIdea() } }),
    idea_not_found: ({ owner }) => owner.call('ideas.write', { params: { id: MISSING_ID } }),
    insufficient_credits: async (world) => {
      const id = await world.createIdea();
      return withoutCredits(world, () => world.owner.call('ideas.write', { params: { id } }));
    },
    subscription_paused: async (world) => {
      const id = await world.createIdea();
      return withStatus(world, 'paused', () => world.owner.call('ideas.write', { params: { id } }));
    },
  },
  'scripts.create': {
    channel_forbidden: (world) => asMember(world).call('scripts.create', { params: { id: CHANNEL }, body: newScript }),
    channel_not_found: ({ owner }) => owner.call('scripts.create', { params: { id: MISSING_ID }, body: newScript }),
    insufficient_credits: (world) => withoutCredits(world, () => createScript(world)),
    subscription_paused: (world) => withStatus(world, 'paused', () => createScript(world)),
    invalid_voice: (world) => createScript(world, { voice_id: world.foreign.voice }),
    invalid_template: (world) => createScript(world, { template_id: MISSING_ID }),
  },
  'scripts.list': {
    ...createChannelFailures('scripts.list', VALID_INPUTS['scripts.list']),
    validation_failed: ({ owner }) =>
      owner.call('scripts.list', { params: { id: OTHER_CHANNEL }, query: { format: 'Film' } }),
  },
  'scripts.get': createScriptFailures('scripts.get'),
  'scripts.content': createScriptFailures('scripts.content'),
  'scripts.generateOutline': createGenerationFailures('scripts.generateOutline'),
  'scripts.generateScript': {
    ...createGenerationFailures('scripts.generateScript'),
    outline_required: async (world) =>
      world.owner.call('scripts.generateScript', { params: { id: await world.createScript() } }),
    insufficient_credits: async (world) => {
      const id = await world.createScript({ outline });
      return withoutCredits(world, () => world.owner.call('scripts.generateScript', { params: { id } }));
    },
    regeneration_limit_reached: async (world) => {
      const id = await addPaidScript(world);
      await world.setRegenerations(id, LIMITS.regenerationsPerScript);
      return world.owner.call('scripts.generateScript', { params: { id } });
    },
  },
  'scripts.humanize': {
    ...createGenerationFailures('scripts.humanize'),
    no_script_content: async (world) =>
      world.owner.call('scripts.humanize', { params: { id: await world.createScript() } }),
    regeneration_limit_reached: async (world) =>
      world.owner.call('scripts.humanize', { params: { id: await world.createScript(exhaustedScript) } }),
  },
  'scripts.poll': {
    ...createScriptFailures('scripts.poll', { run_id: MISSING_UUID }),
    missing_run_id: async (world) => world.owner.call('scripts.poll', { params: { id: await world.createScript() } }),
    validation_failed: async (world) =>
      world.owner.call('scripts.poll', { params: { id: await world.createScript() }, query: { run_id: '7' } }),
    run_not_found: async (world) =>
      world.owner.call('scripts.poll', {
        params: { id: await world.createScript() },
        query: { run_id: world.foreign.run },
      }),
  },
  'scripts.export': {
    ...createScriptFailures('scripts.export', { format: 'text' }),
    export_failed: async (world) =>
      world.owner.call('scripts.export', { params: { id: await world.createScript() }, query: { format: 'text' } }),
    validation_failed: async (world) =>
      world.owner.call('scripts.export', { params: { id: await world.createScript({ body: 'Text.' }) } }),
  },
  ...AGENT_RUN_FAILURES,
  ...THUMBNAIL_FAILURES,
  ...COMPOSITION_FAILURES,
  ...PROJECT_FAILURES,
  ...VIDEO_FAILURES,
  ...VIDEO_CHANGE_FAILURES,
  ...PEOPLE_FAILURES,
  ...INTEL_FAILURES,
  ...IDEA_GENERATION_FAILURES,
  ...LOCAL_IDEA_FAILURES,
  ...WEBHOOK_FAILURES,
  'local.studio': {},
  'local.archive.make': {
    archive_busy: async (world) => {
      await world.createRun(await world.createScript());
      return world.owner.call('local.archive.make');
    },
  },
  'local.channels.create': {},
  'local.channels.update': {
    channel_lookup_failed: ({ owner }) =>
      owner.call('local.channels.update', { params: { id: CHANNEL }, body: { link: 'nobody-has-this' } }),
    channel_not_found: ({ owner }) => owner.call('local.channels.update', { params: { id: MISSING_ID }, body: {} }),
    invalid_template: ({ owner }) =>
      owner.call('local.channels.update', { params: { id: CHANNEL }, body: { default_template_id: MISSING_ID } }),
    invalid_voice: ({ owner, foreign }) =>
      owner.call('local.channels.update', { params: { id: CHANNEL }, body: { default_voice_id: foreign.voice } }),
  },
  'local.content.put': {
    script_not_found: ({ owner }) => owner.call('local.content.put', { params: { id: MISSING_ID }, body: {} }),
    content_conflict: async (world) => {
      const id = await world.createScript({ body: 'Newer.', content_version: 2 });
      return world.owner.call('local.content.put', { params: { id }, body: { script: 'Mine.', content_version: 1 } });
    },
  },
  'local.scripts.create': {
    channel_not_found: ({ owner }) =>
      owner.call('local.scripts.create', { params: { id: MISSING_ID }, body: { title: 'A title' } }),
    insufficient_credits: (world) =>
      withoutCredits(world, () =>
        world.owner.call('local.scripts.create', { params: { id: CHANNEL }, body: { title: 'A title', length: 900 } }),
      ),
    subscription_paused: (world) =>
      withStatus(world, 'paused', () =>
        world.owner.call('local.scripts.create', { params: { id: CHANNEL }, body: { title: 'A title' } }),
      ),
    invalid_voice: ({ owner, foreign }) =>
      owner.call('local.scripts.create', {
        params: { id: CHANNEL },
        body: { title: 'A title', voice_id: foreign.voice },
      }),
    invalid_template: ({ owner }) =>
      owner.call('local.scripts.create', {
        params: { id: CHANNEL },
        body: { title: 'A title', template_id: MISSING_ID },
      }),
  },
  'local.scripts.update': {
    script_not_found: ({ owner }) => owner.call('local.scripts.update', { params: { id: MISSING_ID }, body: {} }),
    invalid_voice: async (world) =>
      world.owner.call('local.scripts.update', {
        params: { id: await world.createScript() },
        body: { voice_id: world.foreign.voice },
      }),
    invalid_template: async (world) =>
      world.owner.call('local.scripts.update', {
        params: { id: await world.createScript() },
        body: { template_id: MISSING_ID },
      }),
  },
  'local.scripts.delete': {
    script_not_found: ({ owner }) => owner.call('local.scripts.delete', { params: { id: MISSING_ID } }),
    run_already_active: async (world) => {
      const id = await world.createScript();
      await world.createRun(id);
      return world.owner.call('local.scripts.delete', { params: { id } });
    },
  },
  'local.runs.list': {},
  'local.runs.get': {
    run_not_found: ({ owner }) => owner.call('local.runs.get', { params: { run_id: MISSING_UUID } }),
  },
  'local.runs.text': {
    run_not_found: ({ owner }) => owner.call('local.runs.text', { params: { run_id: MISSING_UUID } }),
    validation_failed: async (world) => {
      const run_id = await world.createRun(await world.createScript());
      return world.owner.call('local.runs.text', { params: { run_id }, query: { from: -1 } });
    },
  },
  'local.runs.cancel': {
    run_not_found: ({ owner, foreign }) => owner.call('local.runs.cancel', { params: { run_id: foreign.run } }),
    run_not_active: async (world) => {
      const run_id = await world.createRun(await world.createScript(), { status: 'completed' });
      return world.owner.call('local.runs.cancel', { params: { run_id } });
    },
  },
  ...ENGINE_FAILURES,
  'local.scripts.cuts': {
    script_not_found: ({ owner }) => owner.call('local.scripts.cuts', { params: { id: MISSING_ID }, body: SENTENCES }),
    text_model_failed: async (world) => {
      const params = { id: await world.createScript() };
      return withUnreachableModel(world, () => world.owner.call('local.scripts.cuts', { params, body: SENTENCES }));
    },
  },
  'local.scripts.voice': {
    script_not_found: ({ owner }) => owner.call('local.scripts.voice', { params: { id: MISSING_ID } }),
  },
  'local.creditPlan.get': {},
  'local.ledger.list': {
    validation_failed: ({ owner }) => owner.call('local.ledger.list', { query: { page: 0 } }),
  },
  'local.creditPlan.put': {},
};

/** Calls of agent runs: valid ones, and one for each failure. */
import { eq } from 'drizzle-orm';

import { AGENT_MODELS } from '#contract/agent-models.ts';
import { agent_runs } from '#service/store/schema-agent-runs.ts';
import { channels } from '#service/store/schema.ts';

import { createScriptFailures } from './access-failures.ts';
import { type Answer, type Input, MISSING_ID } from './client.ts';
import { OTHER_CHANNEL, TEAM, type World } from './world.ts';

const TOPIC = 'Night trains across the continent';

/** Creates an agent run that no job works on. */
export function addAgentRun(world: World, script_id: number, overrides: Partial<typeof agent_runs.$inferInsert> = {}) {
  return world.write(async (tx) => {
    const [row] = await tx
      .insert(agent_runs)
      .values({
        team_id: TEAM,
        script_id,
        model: 'studio-auto',
        resolved_model: 'composer',
        auth_path: 'factory',
        research: 'auto',
        visual_cues: false,
        sources_key: '',
        ...overrides,
      })
      .returning();
    return row!.id;
  });
}

async function createRunInput(world: World): Promise<Input> {
  const id = await world.createScript();
  return { params: { id, run_id: await addAgentRun(world, id) } };
}

const startRun = (world: World, id: number, body: object = {}) =>
  world.owner.call('agentRuns.start', { params: { id }, body });

export const VALID_AGENT_RUN_INPUTS = {
  'agentRuns.start': async (world: World) => ({
    params: { id: await world.createScript({ topic: TOPIC }) },
    body: { model: 'studio-composer', research: 'auto', visual_cues: 'off' },
  }),
  'agentRuns.get': createRunInput,
  'agentRuns.cancel': createRunInput,
  'local.agentRuns.list': async (world: World) => {
    await createRunInput(world);
    return {};
  },
  'local.agentRuns.get': async (world: World) => ({
    params: { run_id: (await createRunInput(world)).params!['run_id'] },
  }),
  'local.agentRuns.text': async (world: World) => ({
    params: { run_id: (await createRunInput(world)).params!['run_id'] },
  }),
  'local.agentRuns.quote': async (world: World) => ({
    params: { id: await world.createScript() },
    query: { research: 'deep_research' },
  }),
  'local.evidence.list': async (world: World) => ({ params: { id: await world.createScript() } }),
} as const;

type Api = 'agentRuns.start' | 'agentRuns.get' | 'agentRuns.cancel';

/** Refers to a run of another script. */
const createOtherRunFailures = (id: Api) => ({
  run_not_found: async (world: World) => {
    const run_id = await addAgentRun(world, await world.createScript());
    return world.owner.call(id, { params: { id: await world.createScript(), run_id } });
  },
});

async function withFault(world: World, call: () => Promise<Answer>): Promise<Answer> {
  world.service.store.fault = 'no-queue';
  try {
    return await call();
  } finally {
    world.service.store.fault = null;
  }
}

async function withPlan(
  world: World,
  change: object,
  originalPlan: object,
  call: () => Promise<Answer>,
): Promise<Answer> {
  await world.owner.data('local.creditPlan.put', { body: change });
  try {
    return await call();
  } finally {
    await world.owner.data('local.creditPlan.put', { body: originalPlan });
  }
}

const ownKeyModel = AGENT_MODELS.find(({ group }) => group === 'anthropic')!.id;

export const AGENT_RUN_FAILURES = {
  'agentRuns.start': {
    ...createScriptFailures('agentRuns.start', VALID_AGENT_RUN_INPUTS['agentRuns.start']),
    insufficient_credits: async (world: World) => {
      const id = await world.createScript();
      return withPlan(world, { plan_credits: 0 }, { plan_credits: 100_000 }, () =>
        world.withModel(() => startRun(world, id)),
      );
    },
    subscription_paused: async (world: World) => {
      const id = await world.createScript();
      return withPlan(world, { status: 'paused' }, { status: 'active' }, () => startRun(world, id));
    },
    run_already_active: async (world: World) => {
      const id = await world.createScript();
      await addAgentRun(world, id, { status: 'running' });
      return startRun(world, id);
    },
    prerequisites_not_met: async (world: World) => {
      const id = await world.createScript({ channel_id: OTHER_CHANNEL, topic: ' ', length: 0 });
      const archive = (archived_at: Date | null) =>
        world.write(async (tx) => {
          await tx.update(channels).set({ archived_at }).where(eq(channels.id, OTHER_CHANNEL));
        });
      await archive(new Date());
      try {
        return await startRun(world, id);
      } finally {
        await archive(null);
      }
    },
    script_agent_byok_required: async (world: World) =>
      startRun(world, await world.createScript(), { model: ownKeyModel }),
    script_agent_factory_access_unavailable: async (world: World) => {
      await world.owner.data('local.providers.create', {
        body: {
          kind: 'openai-compatible',
          label: 'Away',
          base_url: 'http://127.0.0.1:9/v1',
          model: 'm',
          active: false,
        },
      });
      return startRun(world, await world.createScript(), { model: 'studio-local' });
    },
    agent_run_queue_failed: async (world: World) => {
      const id = await world.createScript();
      return withFault(world, () => startRun(world, id));
    },
  },
  'agentRuns.get': {
    ...createScriptFailures('agentRuns.get', VALID_AGENT_RUN_INPUTS['agentRuns.get']),
    ...createOtherRunFailures('agentRuns.get'),
  },
  'agentRuns.cancel': {
    ...createScriptFailures('agentRuns.cancel', VALID_AGENT_RUN_INPUTS['agentRuns.cancel']),
    ...createOtherRunFailures('agentRuns.cancel'),
    run_not_active: async (world: World) => {
      const id = await world.createScript();
      const run_id = await addAgentRun(world, id, { status: 'completed', finished_at: new Date() });
      return world.owner.call('agentRuns.cancel', { params: { id, run_id } });
    },
  },
  'local.agentRuns.list': {},
  'local.agentRuns.get': {
    run_not_found: ({ owner }: World) => owner.call('local.agentRuns.get', { params: { run_id: MISSING_ID } }),
  },
  'local.agentRuns.text': {
    run_not_found: ({ owner }: World) => owner.call('local.agentRuns.text', { params: { run_id: MISSING_ID } }),
    validation_failed: async (world: World) => {
      const run_id = await addAgentRun(world, await world.createScript());
      return world.owner.call('local.agentRuns.text', { params: { run_id }, query: { from: -1 } });
    },
  },
  'local.agentRuns.quote': {
    script_not_found: ({ owner }: World) => owner.call('local.agentRuns.quote', { params: { id: MISSING_ID } }),
    validation_failed: async (world: World) =>
      world.owner.call('local.agentRuns.quote', {
        params: { id: await world.createScript() },
        query: { research: 'some' },
      }),
  },
  'local.evidence.list': {
    script_not_found: ({ owner }: World) => owner.call('local.evidence.list', { params: { id: MISSING_ID } }),
  },
} as const;

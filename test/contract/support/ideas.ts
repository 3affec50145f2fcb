/** Calls of the local operations for ideas: valid ones, and one for each failure. */
import { type Input, MISSING_ID } from './client.ts';
import { CHANNEL, type World } from './world.ts';

const createInput = async (world: World): Promise<Input> => ({ params: { id: await world.createIdea() } });

export const VALID_LOCAL_IDEA_INPUTS = {
  'local.ideas.list': () => Promise.resolve({ params: { id: CHANNEL }, query: { tag: 'trains', sort: 'rating' } }),
  'local.ideas.get': createInput,
  'local.ideas.update': async (world: World) => ({
    ...(await createInput(world)),
    body: { notes: 'Ask the conductor.', suggested_length: 900, rating: 4, tags: ['trains'] },
  }),
  'local.ideas.reject': async (world: World) => ({
    ...(await createInput(world)),
    body: { reason: 'Too close to ours' },
  }),
};

const createIdeaFailures = (id: 'local.ideas.get' | 'local.ideas.update' | 'local.ideas.reject') => ({
  idea_not_found: ({ owner }: World) => owner.call(id, { params: { id: MISSING_ID }, body: {} }),
});

export const LOCAL_IDEA_FAILURES = {
  'local.ideas.list': {
    channel_not_found: ({ owner }: World) => owner.call('local.ideas.list', { params: { id: MISSING_ID } }),
    validation_failed: ({ owner }: World) =>
      owner.call('local.ideas.list', { params: { id: CHANNEL }, query: { sort: 'best' } }),
  },
  'local.ideas.get': createIdeaFailures('local.ideas.get'),
  'local.ideas.update': {
    ...createIdeaFailures('local.ideas.update'),
    invalid_template: async (world: World) =>
      world.owner.call('local.ideas.update', {
        ...(await createInput(world)),
        body: { suggested_template_id: MISSING_ID },
      }),
  },
  'local.ideas.reject': {
    ...createIdeaFailures('local.ideas.reject'),
    project_promoted: async (world: World) => {
      const idea = await createInput(world);
      await world.owner.call('ideas.write', idea);
      return world.owner.call('local.ideas.reject', { ...idea, body: {} });
    },
  },
};

/** Calls of intel: valid ones, and one for each failure. */
import { randomUUID } from 'node:crypto';

import { competitors } from '#service/store/schema.ts';

import { createChannelFailures } from './access-failures.ts';
import { type Answer, type Input, MISSING_ID } from './client.ts';
import { CHANNEL, TEAM, type World } from './world.ts';

export const createBookmarkFields = (overrides: object = {}) => ({
  type: 'video',
  external_id: randomUUID(),
  title: 'A video',
  url: 'https://example.org/watch',
  ...overrides,
});

async function addCompetitor(world: World): Promise<Input> {
  const platform_channel_id = `UC${randomUUID()}`;
  await world.write(async (tx) => {
    await tx.insert(competitors).values({ team_id: TEAM, channel_id: CHANNEL, platform_channel_id, details: {} });
  });
  return { params: { id: CHANNEL, competitor: platform_channel_id } };
}

/** Deletes all competitors, and names a channel of the catalogue. */
async function prepareCompetitor(world: World): Promise<Input> {
  const existing = await world.owner.data<{ channel_id: string }[]>('competitors.list', { params: { id: CHANNEL } });
  for (const { channel_id } of existing) {
    await world.owner.call('competitors.delete', { params: { id: CHANNEL, competitor: channel_id } });
  }
  return { params: { id: CHANNEL }, body: { identifier: 'sampleruins' } };
}

const createLookup = (identifier: string) => () => Promise.resolve({ body: { identifiers: [identifier] } });
const createSearch = () => Promise.resolve({ body: { query: 'night trains', limit: 5 } });
const createPageSearch = () => Promise.resolve({ body: { query: 'night trains', cursor: null } });

export const VALID_INTEL_INPUTS = {
  'intel.lookUpChannels': createLookup('@samplerail'),
  'intel.lookUpVideos': createLookup('SAMPLEvid01'),
  'intel.searchChannels': createSearch,
  'intel.searchVideos': createSearch,
  'bookmarks.list': () => Promise.resolve({}),
  'bookmarks.create': () => Promise.resolve({ body: createBookmarkFields({ notes: 'Why.', tags: ['hook'] }) }),
  'bookmarks.delete': async ({ owner }: World): Promise<Input> => {
    const { id } = await owner.data<{ id: number }>('bookmarks.create', { body: createBookmarkFields() });
    return { params: { bookmark: id } };
  },
  'competitors.list': () => Promise.resolve({ params: { id: CHANNEL } }),
  'competitors.add': prepareCompetitor,
  'competitors.delete': addCompetitor,
  'local.intel.searchChannels': createPageSearch,
  'local.intel.searchVideos': createPageSearch,
  'local.intel.channelVideos': () => Promise.resolve({ params: { channel: 'UCsample0QuietHands00007' } }),
  'local.bookmarks.update': async ({ owner }: World): Promise<Input> => {
    const { id } = await owner.data<{ id: number }>('bookmarks.create', {
      body: createBookmarkFields({ tags: ['hook'] }),
    });
    return { params: { bookmark: id }, body: { notes: 'Because.', tags: ['Maps', 'maps'] } };
  },
  'local.competitors.latest': () => Promise.resolve({ params: { id: CHANNEL } }),
  'local.competitors.refresh': () => Promise.resolve({ params: { id: CHANNEL } }),
  'local.platform.preview': () => Promise.resolve({ query: { identifier: '@samplerail' } }),
} as const;

const createChannelInput = (body: object) => () => Promise.resolve({ params: { id: CHANNEL }, body });

export const VALID_IDEA_GENERATION_INPUTS = {
  'ideas.generate': createChannelInput({ count: 1 }),
  'ideas.generateFromVideo': createChannelInput({ count: 1, video_id: 'SAMPLEvid01' }),
  'ideas.generateFromChannel': createChannelInput({ count: 1, channel_handle: 'samplerail' }),
  'ideas.changeTopic': async (world: World): Promise<Input> => ({
    params: { id: await world.createIdea() },
    body: { topic: 'Rope ferries' },
  }),
  'local.ideas.keep': createChannelInput({ video_id: 'SAMPLEvid01', angle: 'Ask who cleans them', again: true }),
} as const;

type Generation = 'ideas.generate' | 'ideas.generateFromVideo' | 'ideas.generateFromChannel' | 'ideas.changeTopic';

const queueFailures = (id: Generation) => ({
  run_queue_failed: async (world: World) => {
    const input = await VALID_IDEA_GENERATION_INPUTS[id](world);
    world.service.store.fault = 'no-queue';
    try {
      return await world.owner.call(id, input);
    } finally {
      world.service.store.fault = null;
    }
  },
});

const createGenerationFailures = (id: Exclude<Generation, 'ideas.changeTopic'>) => ({
  ...queueFailures(id),
  channel_forbidden: async (world: World) =>
    world.owner.as(world.tokens.member).call(id, await VALID_IDEA_GENERATION_INPUTS[id]()),
  channel_not_found: async (world: World) =>
    world.owner.call(id, { ...(await VALID_IDEA_GENERATION_INPUTS[id]()), params: { id: MISSING_ID } }),
});

const createVideoFailures = (id: 'ideas.generateFromVideo' | 'local.ideas.keep') => ({
  video_not_fetched: ({ owner }: World) =>
    owner.call(id, { params: { id: CHANNEL }, body: { video_id: 'AAAAAAAAAAA' } }),
});

export const IDEA_GENERATION_FAILURES = {
  'ideas.generate': createGenerationFailures('ideas.generate'),
  'ideas.generateFromVideo': {
    ...createGenerationFailures('ideas.generateFromVideo'),
    ...createVideoFailures('ideas.generateFromVideo'),
  },
  'ideas.generateFromChannel': {
    ...createGenerationFailures('ideas.generateFromChannel'),
    source_channel_not_found: ({ owner }: World) =>
      owner.call('ideas.generateFromChannel', { params: { id: CHANNEL }, body: { channel_handle: 'nobody' } }),
  },
  'ideas.changeTopic': {
    ...queueFailures('ideas.changeTopic'),
    idea_forbidden: async (world: World) =>
      world.owner
        .as(world.tokens.member)
        .call('ideas.changeTopic', await VALID_IDEA_GENERATION_INPUTS['ideas.changeTopic'](world)),
    idea_not_found: ({ owner }: World) =>
      owner.call('ideas.changeTopic', { params: { id: MISSING_ID }, body: { topic: 'Rope ferries' } }),
  },
  'local.ideas.keep': {
    ...createVideoFailures('local.ideas.keep'),
    video_already_saved: async ({ owner }: World) => {
      const body = { video_id: 'SAMPLEvid01' };
      await owner.data('local.ideas.keep', { params: { id: CHANNEL }, body: { ...body, again: true } });
      return owner.call('local.ideas.keep', { params: { id: CHANNEL }, body });
    },
    channel_not_found: ({ owner }: World) =>
      owner.call('local.ideas.keep', { params: { id: MISSING_ID }, body: { video_id: 'SAMPLEvid01' } }),
  },
} as const;

async function withoutCredits(world: World, call: () => Promise<Answer>): Promise<Answer> {
  await world.owner.data('local.creditPlan.put', { body: { plan_credits: 0 } });
  try {
    return await call();
  } finally {
    await world.owner.data('local.creditPlan.put', { body: { plan_credits: 100_000 } });
  }
}

const createLookupFailures = (id: 'intel.lookUpChannels' | 'intel.lookUpVideos') => ({
  lookup_unpaid: (world: World) =>
    withoutCredits(world, async () => world.owner.call(id, await VALID_INTEL_INPUTS[id]())),
});

/** The address of the data API is unreachable in tests. */
const createPlatformFailures = (
  id:
    | 'intel.searchChannels'
    | 'intel.searchVideos'
    | 'local.intel.searchChannels'
    | 'local.intel.searchVideos'
    | 'local.intel.channelVideos'
    | 'local.competitors.refresh',
) => ({
  platform_unavailable: async ({ owner }: World): Promise<Answer> => {
    await owner.data('local.platform.put', { body: { kind: 'youtube', api_key: 'a-key' } });
    try {
      return await owner.call(id, await VALID_INTEL_INPUTS[id]());
    } finally {
      await owner.data('local.platform.delete');
    }
  },
});

export const INTEL_FAILURES = {
  'intel.lookUpChannels': {
    ...createLookupFailures('intel.lookUpChannels'),
    channel_lookup_failed: ({ owner }: World) =>
      owner.call('intel.lookUpChannels', { body: { identifiers: ['nobody-has-this'] } }),
  },
  'intel.lookUpVideos': {
    ...createLookupFailures('intel.lookUpVideos'),
    video_lookup_failed: ({ owner }: World) =>
      owner.call('intel.lookUpVideos', { body: { identifiers: ['AAAAAAAAAAA'] } }),
  },
  'intel.searchChannels': createPlatformFailures('intel.searchChannels'),
  'intel.searchVideos': createPlatformFailures('intel.searchVideos'),
  'bookmarks.list': {
    validation_failed: ({ owner }: World) => owner.call('bookmarks.list', { query: { page: 0 } }),
  },
  'bookmarks.create': {},
  'bookmarks.delete': {
    bookmark_not_found: ({ owner }: World) => owner.call('bookmarks.delete', { params: { bookmark: MISSING_ID } }),
  },
  'local.intel.searchChannels': createPlatformFailures('local.intel.searchChannels'),
  'local.intel.searchVideos': createPlatformFailures('local.intel.searchVideos'),
  'local.intel.channelVideos': {
    source_channel_not_found: ({ owner }: World) =>
      owner.call('local.intel.channelVideos', { params: { channel: 'UCnobody' } }),
    ...createPlatformFailures('local.intel.channelVideos'),
  },
  'local.bookmarks.update': {
    bookmark_not_found: ({ owner }: World) =>
      owner.call('local.bookmarks.update', { params: { bookmark: MISSING_ID }, body: { notes: 'Nowhere' } }),
  },
  'local.competitors.latest': {
    channel_not_found: ({ owner }: World) => owner.call('local.competitors.latest', { params: { id: MISSING_ID } }),
    validation_failed: ({ owner }: World) =>
      owner.call('local.competitors.latest', { params: { id: CHANNEL }, query: { each: 0 } }),
  },
  'local.competitors.refresh': {
    channel_not_found: ({ owner }: World) => owner.call('local.competitors.refresh', { params: { id: MISSING_ID } }),
    platform_unavailable: async (world: World) => {
      await addCompetitor(world);
      return createPlatformFailures('local.competitors.refresh').platform_unavailable(world);
    },
  },
  'local.platform.preview': {
    channel_lookup_failed: ({ owner }: World) =>
      owner.call('local.platform.preview', { query: { identifier: 'nobody-has-this' } }),
    validation_failed: ({ owner }: World) => owner.call('local.platform.preview', { query: { identifier: '' } }),
  },
  'competitors.list': createChannelFailures('competitors.list', VALID_INTEL_INPUTS['competitors.list']),
  'competitors.add': {
    ...createChannelFailures('competitors.add', VALID_INTEL_INPUTS['competitors.add']),
    channel_lookup_failed: ({ owner }: World) =>
      owner.call('competitors.add', { params: { id: CHANNEL }, body: { identifier: 'nobody-has-this' } }),
  },
  'competitors.delete': {
    ...createChannelFailures('competitors.delete', VALID_INTEL_INPUTS['competitors.delete']),
    competitor_not_found: ({ owner }: World) =>
      owner.call('competitors.delete', { params: { id: CHANNEL, competitor: 'UCnobody' } }),
  },
} as const;

import { LIMITS } from '#contract/limits.ts';

import { PlatformError } from '../../engines/platform/platform.ts';
import type { Fail, Handlers } from '../call.ts';
import { findChannel, findVideo, type IntelServices, lookUp } from './lookups.ts';
import { channelView, videoViews } from './view.ts';

type IntelHandlers = Pick<
  Handlers,
  'intel.lookUpChannels' | 'intel.lookUpVideos' | 'intel.searchChannels' | 'intel.searchVideos'
>;

const foundWords = (count: number, isSample: boolean): string =>
  `${count === 0 ? 'Nothing is near this.' : `${count} found.`}${isSample ? ' Sample data from the offline catalogue.' : ''}`;

async function orFailed<T>(fail: Fail<'platform_unavailable'>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PlatformError) throw fail('platform_unavailable', { extras: { reason: error.message } });
    throw error;
  }
}

export function intelHandlers(services: IntelServices): IntelHandlers {
  const { platformOf, now } = services;
  return {
    'intel.lookUpChannels': async (call) => {
      const platform = await platformOf(call.principal.teamId);
      const { found, errors } = await lookUp(services, call, 'channel_lookup_failed', (identifier) =>
        findChannel(platform, identifier),
      );
      const channels = found.map((channel) => channelView(channel, platform.isSample));
      const [only] = call.body.identifiers.length === 1 ? channels : [];
      return { status: 200, body: { success: true, data: only ?? { channels, errors } } };
    },

    'intel.lookUpVideos': async (call) => {
      const platform = await platformOf(call.principal.teamId);
      const { found, errors } = await lookUp(services, call, 'video_lookup_failed', (identifier) =>
        findVideo(platform, identifier),
      );
      const videos = await videoViews(platform, found, now());
      const [only] = call.body.identifiers.length === 1 ? videos : [];
      return { status: 200, body: { success: true, data: only ?? { videos, errors } } };
    },

    'intel.searchChannels': async ({ body: { query, limit }, principal, fail }) => {
      const platform = await platformOf(principal.teamId);
      const { found, total } = await orFailed(fail, platform.searchChannels(query, limit));
      const channels = found.map((channel) => channelView(channel, platform.isSample));
      const message = foundWords(total, platform.isSample);
      return { status: 200, body: { success: true, data: { channels, query, total_results: total, message } } };
    },

    'intel.searchVideos': async ({ body: { query, limit }, principal, fail }) => {
      const platform = await platformOf(principal.teamId);
      const { found, total } = await orFailed(fail, platform.searchVideos(query, limit));
      const videos = await videoViews(platform, found, now(), LIMITS.intelVideoDescription);
      const message = foundWords(total, platform.isSample);
      return { status: 200, body: { success: true, data: { videos, query, total_results: total, message } } };
    },
  };
}

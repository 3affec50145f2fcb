import type { Handlers } from '../call.ts';
import { findChannel, findVideo, type IntelServices, lookUp } from './lookups.ts';
import { toIntelChannel, fetchIntelVideos } from './view.ts';

type LookupHandlers = Pick<Handlers, 'intel.lookUpChannels' | 'intel.lookUpVideos'>;

export function createLookupHandlers(services: IntelServices): LookupHandlers {
  const { getPlatform, now } = services;
  return {
    'intel.lookUpChannels': async (call) => {
      const platform = await getPlatform(call.principal.teamId);
      const { found, errors } = await lookUp(services, call, 'channel_lookup_failed', {
        platform,
        thing: 'channel',
        find: findChannel,
      });
      const channels = found.map((channel) => toIntelChannel(channel, platform.isSample));
      const [singleChannel] = call.body.identifiers.length === 1 ? channels : [];
      return { status: 200, body: { success: true, data: singleChannel ?? { channels, errors } } };
    },

    'intel.lookUpVideos': async (call) => {
      const platform = await getPlatform(call.principal.teamId);
      const { found, errors } = await lookUp(services, call, 'video_lookup_failed', {
        platform,
        thing: 'video',
        find: findVideo,
      });
      const videos = await fetchIntelVideos(platform, found, now());
      const [singleVideo] = call.body.identifiers.length === 1 ? videos : [];
      return { status: 200, body: { success: true, data: singleVideo ?? { videos, errors } } };
    },
  };
}

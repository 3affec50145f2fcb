import { LIMITS } from '#contract/limits.ts';

import type { PlatformChannel, PlatformVideo } from '../../engines/platform/platform.ts';
import { nearest } from '../../engines/platform/nearness.ts';
import type { Handlers } from '../call.ts';
import { findChannel, findVideo, type IntelServices, lookUp } from './lookups.ts';
import { channelView, videoView } from './view.ts';

type IntelHandlers = Pick<
  Handlers,
  'intel.lookUpChannels' | 'intel.lookUpVideos' | 'intel.searchChannels' | 'intel.searchVideos'
>;

const channelText = ({ title, description, handle }: PlatformChannel): string => `${title} ${handle} ${description}`;
/** What it is called counts twice. */
const videoText = ({ title, topic, angle, description }: PlatformVideo): string =>
  [title, title, topic, topic, angle, description].join(' ');

const foundWords = (count: number, isSample: boolean): string =>
  `${count === 0 ? 'Nothing is near this.' : `${count} found.`}${isSample ? ' Sample data from the offline catalogue.' : ''}`;

export function intelHandlers(services: IntelServices): IntelHandlers {
  const { platform, now } = services;
  return {
    'intel.lookUpChannels': async (call) => {
      const { found, errors } = await lookUp(services, call, 'channel_lookup_failed', (identifier) =>
        findChannel(platform, identifier),
      );
      const channels = found.map((channel) => channelView(channel, platform.isSample));
      const [only] = call.body.identifiers.length === 1 ? channels : [];
      return { status: 200, body: { success: true, data: only ?? { channels, errors } } };
    },

    'intel.lookUpVideos': async (call) => {
      const { found, errors } = await lookUp(services, call, 'video_lookup_failed', (identifier) =>
        findVideo(platform, identifier),
      );
      const videos = await Promise.all(found.map((video) => videoView(platform, video, now())));
      const [only] = call.body.identifiers.length === 1 ? videos : [];
      return { status: 200, body: { success: true, data: only ?? { videos, errors } } };
    },

    'intel.searchChannels': async ({ body: { query, limit } }) => {
      const all = nearest(query, (await platform.known()).channels, channelText);
      const channels = all.slice(0, limit).map((channel) => channelView(channel, platform.isSample));
      const message = foundWords(all.length, platform.isSample);
      return { status: 200, body: { success: true, data: { channels, query, total_results: all.length, message } } };
    },

    'intel.searchVideos': async ({ body: { query, limit } }) => {
      const all = nearest(query, (await platform.known()).videos, videoText);
      const videos = await Promise.all(
        all.slice(0, limit).map((video) => videoView(platform, video, now(), LIMITS.intelVideoDescription)),
      );
      const message = foundWords(all.length, platform.isSample);
      return { status: 200, body: { success: true, data: { videos, query, total_results: all.length, message } } };
    },
  };
}

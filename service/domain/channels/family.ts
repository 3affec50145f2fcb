/** Serves channels with their templates and voices. */
import { templateHandlers } from '../templates/handlers.ts';
import { voiceHandlers } from '../voices/handlers.ts';
import { voiceDraftHandlers } from '../voices/local-draft.ts';
import { channelHandlers } from './handlers.ts';
import { localChannelHandlers } from './local.ts';

type ChannelServices = Parameters<typeof channelHandlers>[0] &
  Parameters<typeof localChannelHandlers>[0] &
  Parameters<typeof voiceDraftHandlers>[0];

export const channelFamily = {
  handlers: (services: ChannelServices) => ({
    ...channelHandlers(services),
    ...localChannelHandlers(services),
    ...templateHandlers(services),
    ...voiceHandlers(services),
    ...voiceDraftHandlers(services),
  }),
};

/** Serves channels with their templates and voices. */
import { createTemplateHandlers } from '../templates/handlers.ts';
import { createVoiceHandlers } from '../voices/handlers.ts';
import { createVoiceDraftHandlers } from '../voices/local-draft.ts';
import { createChannelHandlers } from './handlers.ts';
import { createLocalChannelHandlers } from './local.ts';

type ChannelServices = Parameters<typeof createChannelHandlers>[0] &
  Parameters<typeof createLocalChannelHandlers>[0] &
  Parameters<typeof createVoiceDraftHandlers>[0];

export const channelFamily = {
  handlers: (services: ChannelServices) => ({
    ...createChannelHandlers(services),
    ...createLocalChannelHandlers(services),
    ...createTemplateHandlers(services),
    ...createVoiceHandlers(services),
    ...createVoiceDraftHandlers(services),
  }),
};

/** All handlers of the service, one for every operation of the table. */
import { agentRunHandlers, type AgentRunServices } from './domain/agent-runs/handlers.ts';
import type { Handlers } from './domain/call.ts';
import { channelHandlers } from './domain/channels/handlers.ts';
import { creditHandlers } from './domain/credits/handlers.ts';
import { ideaGenerationHandlers, type IdeaGenerationServices } from './domain/ideas/generation.ts';
import { ideaHandlers } from './domain/ideas/handlers.ts';
import { commentHandlers } from './domain/projects/comments.ts';
import { projectHandlers } from './domain/projects/handlers.ts';
import { inboxHandlers } from './domain/projects/inbox.ts';
import { productionHandlers } from './domain/projects/production.ts';
import { bookmarkHandlers } from './domain/intel/bookmarks.ts';
import { competitorHandlers } from './domain/intel/competitors.ts';
import { intelHandlers, type SearchServices } from './domain/intel/handlers.ts';
import { scriptHandlers } from './domain/scripts/handlers.ts';
import { runHandlers } from './domain/scripts/runs.ts';
import { teamHandlers } from './domain/team/handlers.ts';
import { templateHandlers } from './domain/templates/handlers.ts';
import { boardHandlers } from './domain/thumbnails/board.ts';
import { thumbnailHandlers } from './domain/thumbnails/generations.ts';
import type { ThumbnailServices } from './domain/thumbnails/services.ts';
import { tokenHandlers } from './domain/tokens/handlers.ts';
import { voiceHandlers } from './domain/voices/handlers.ts';
import { mediaAssetHandlers } from './domain/media-assets/handlers.ts';
import { operationHandlers } from './domain/operations/handlers.ts';
import { videoHandlers } from './domain/videos/handlers.ts';
import { makingHandlers } from './domain/videos/making.ts';
import { revisionHandlers } from './domain/videos/revision.ts';
import type { VideoServices } from './domain/videos/services.ts';
import { webhookHandlers, type WebhookServices } from './domain/webhooks/handlers.ts';
import { localAgentRunHandlers } from './local/agent-runs.ts';
import { archiveHandlers } from './local/archive.ts';
import { localChannelHandlers } from './local/channels.ts';
import { contentHandlers } from './local/content.ts';
import { creditPlanHandlers } from './local/credit-plan.ts';
import { localMediaHandlers } from './local/media-assets.ts';
import { memberHandlers } from './local/members.ts';
import { providerHandlers, type ProviderServices } from './local/providers.ts';
import { localIntelHandlers } from './local/intel.ts';
import { imageProviderHandlers, type StudioImageEngines } from './local/image-engines.ts';
import { intelIdeaHandlers } from './local/intel-ideas.ts';
import { ledgerHandlers } from './local/ledger.ts';
import { platformHandlers, type StudioPlatform } from './local/platform-provider.ts';
import { localRunHandlers } from './local/runs.ts';
import { searchHandlers, type StudioSearch } from './local/search-provider.ts';
import { speechProviderHandlers, type StudioSpeechEngines } from './local/speech-engines.ts';
import { studioHandlers } from './local/studio.ts';
import { pictureHandlers } from './local/pictures.ts';
import { thumbnailPlanHandlers } from './local/thumbnail-plan.ts';
import { voiceDraftHandlers } from './local/voice-draft.ts';

export interface HandlerServices
  extends
    ProviderServices,
    AgentRunServices,
    ThumbnailServices,
    WebhookServices,
    IdeaGenerationServices,
    SearchServices,
    VideoServices {
  readonly search: StudioSearch;
  readonly platform: StudioPlatform;
  readonly images: StudioImageEngines;
  readonly speech: StudioSpeechEngines;
  readonly version: string;
  readonly dataDir: string;
}

export function allHandlers(services: HandlerServices): Handlers {
  return {
    ...teamHandlers,
    ...creditHandlers(services),
    ...tokenHandlers(services),
    ...channelHandlers(services),
    ...templateHandlers(services),
    ...voiceHandlers(services),
    ...ideaHandlers(services),
    ...ideaGenerationHandlers(services),
    ...scriptHandlers(services),
    ...runHandlers(services),
    ...agentRunHandlers(services),
    ...thumbnailHandlers(services),
    ...boardHandlers(services),
    ...projectHandlers(services),
    ...commentHandlers(services),
    ...inboxHandlers(services),
    ...productionHandlers(services),
    ...operationHandlers(services),
    ...videoHandlers(services),
    ...makingHandlers(services),
    ...revisionHandlers(services),
    ...mediaAssetHandlers(services),
    ...intelHandlers(services),
    ...bookmarkHandlers(services),
    ...competitorHandlers(services),
    ...webhookHandlers(services),
    ...studioHandlers(services),
    ...archiveHandlers(services),
    ...localChannelHandlers(services),
    ...contentHandlers(services),
    ...localRunHandlers(services),
    ...intelIdeaHandlers(services),
    ...localIntelHandlers(services),
    ...localAgentRunHandlers(services),
    ...voiceDraftHandlers(services),
    ...providerHandlers(services),
    ...searchHandlers(services),
    ...platformHandlers(services),
    ...imageProviderHandlers(services),
    ...speechProviderHandlers(services),
    ...creditPlanHandlers(services),
    ...ledgerHandlers(services),
    ...thumbnailPlanHandlers(services),
    ...pictureHandlers(services),
    ...memberHandlers(services),
    ...localMediaHandlers(services),
  };
}

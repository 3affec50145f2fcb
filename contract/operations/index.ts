/** The table of all operations. Routes, client types and documentation derive from it. */
import type { OperationInput, OperationResult, OperationShape, ParsedInput } from '../operation.ts';
import { agentRunOperations, localAgentRunOperations } from './agent-runs.ts';
import { channelOperations } from './channels.ts';
import { ideaGenerationOperations } from './idea-generation.ts';
import { ideaOperations } from './ideas.ts';
import { intelOperations, localIntelOperations } from './intel.ts';
import { localOperations } from './local.ts';
import { localConnectionOperations } from './local-connections.ts';
import { localIdeaOperations } from './local-ideas.ts';
import { localImageOperations } from './local-images.ts';
import { localModelOperations } from './local-models.ts';
import { localProjectOperations } from './local-projects.ts';
import { localRewriteOperations } from './local-rewrites.ts';
import { localPeopleOperations } from './people.ts';
import { projectOperations } from './projects.ts';
import { scriptOperations } from './scripts.ts';
import { teamOperations } from './team.ts';
import { templateOperations } from './templates.ts';
import { localThumbnailOperations, thumbnailOperations } from './thumbnails.ts';
import { localVideoOperations, videoOperations } from './video.ts';
import { videoRevisionOperations } from './video-revision.ts';
import { localVoiceOperations, voiceOperations } from './voices.ts';
import { localWebhookOperations, webhookOperations } from './webhooks.ts';

const operations = [
  ...teamOperations,
  ...channelOperations,
  ...templateOperations,
  ...voiceOperations,
  ...ideaOperations,
  ...ideaGenerationOperations,
  ...scriptOperations,
  ...agentRunOperations,
  ...thumbnailOperations,
  ...projectOperations,
  ...videoOperations,
  ...videoRevisionOperations,
  ...intelOperations,
  ...webhookOperations,
  ...localOperations,
  ...localIdeaOperations,
  ...localProjectOperations,
  ...localAgentRunOperations,
  ...localVoiceOperations,
  ...localConnectionOperations,
  ...localIntelOperations,
  ...localImageOperations,
  ...localModelOperations,
  ...localRewriteOperations,
  ...localPeopleOperations,
  ...localThumbnailOperations,
  ...localVideoOperations,
  ...localWebhookOperations,
] as const;

type ListedOperation = (typeof operations)[number];
export type OperationId = ListedOperation['id'];
export type OperationOf<Id extends OperationId> = Extract<ListedOperation, { id: Id }>;
export type Operations = { readonly [Id in OperationId]: OperationOf<Id> };

export const OPERATIONS = Object.fromEntries(operations.map((o) => [o.id, o])) as Operations;

export const OPERATION_LIST: readonly (OperationShape & { id: OperationId })[] = operations;

export function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(OPERATIONS, id);
}

export type InputOf<Id extends OperationId> = OperationInput<OperationOf<Id>>;
export type ParsedOf<Id extends OperationId> = ParsedInput<OperationOf<Id>>;
export type ResultOf<Id extends OperationId> = OperationResult<OperationOf<Id>>;
export type ErrorsOf<Id extends OperationId> = OperationOf<Id>['errors'][number];

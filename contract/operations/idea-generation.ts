/** Operations that generate and change ideas (spec 1 §4 Ideas). All operations answer before the work is done. */
import { z } from 'zod';

import { data } from '../envelope.ts';
import { Uuid } from '../fields.ts';
import { LOOK_UP_FIRST, defineOperation, APP_WRITING } from '../operation.ts';
import {
  IdeaChangeTopic,
  IdeaFromIntel,
  IdeaGenerate,
  IdeaGenerateFromChannel,
  IdeaGenerateFromVideo,
  LocalIdea,
} from '../schema/idea.ts';
import { idParams, empty } from './shared.ts';

const apiDefaults = {
  family: 'ideas',
  surface: 'api',
  method: 'POST',
  source: '1 §4 Ideas',
  abilities: ['scripts:write'],
  rate: 'general',
  params: idParams,
  query: empty,
  // Repeating it may create more ideas, so check the list first.
  safety: LOOK_UP_FIRST,
} as const;
const onChannel = ['ability_missing', 'channel_forbidden', 'channel_not_found', 'run_queue_failed'] as const;
const createAcceptedAnswer = <T extends z.ZodType>(schema: T) => data(schema).extend({ message: z.string() });
/** GET /operations/{operation} tells how the work ends and which ideas it created (not in the spec). */
const operationFields = { operation_id: Uuid };
const generationFields = { channel_id: z.int(), count: z.int(), ...operationFields };

export const ideaGenerationOperations = [
  defineOperation({
    ...apiDefaults,
    id: 'ideas.generate',
    path: '/channels/{id}/ideas/generate',
    summary:
      'Generates ideas for a channel; they appear in its list with status new and source ai_generated. Costs nothing.',
    body: IdeaGenerate,
    responses: { 202: createAcceptedAnswer(z.looseObject(generationFields)) },
    errors: onChannel,
  }),
  defineOperation({
    ...apiDefaults,
    id: 'ideas.generateFromVideo',
    path: '/channels/{id}/ideas/generate-from-video',
    summary: 'Generates ideas from a platform video of at least 3 minutes. Costs nothing.',
    body: IdeaGenerateFromVideo,
    responses: { 202: createAcceptedAnswer(z.looseObject(generationFields)) },
    errors: [...onChannel, 'video_not_fetched'],
  }),
  defineOperation({
    ...apiDefaults,
    id: 'ideas.generateFromChannel',
    path: '/channels/{id}/ideas/generate-from-channel',
    summary: 'Generates ideas from the videos of a platform channel that the service knows. Costs nothing.',
    body: IdeaGenerateFromChannel,
    responses: { 202: createAcceptedAnswer(z.looseObject({ ...generationFields, source_channel_title: z.string() })) },
    errors: [...onChannel, 'source_channel_not_found'],
  }),
  defineOperation({
    ...apiDefaults,
    id: 'ideas.changeTopic',
    path: '/ideas/{id}/change-topic',
    summary: 'Rewrites title, angle and thumbnail concept for another topic; poll the idea to see the result.',
    body: IdeaChangeTopic,
    responses: { 202: createAcceptedAnswer(z.looseObject({ idea_id: z.int(), ...operationFields })) },
    errors: ['ability_missing', 'idea_forbidden', 'idea_not_found', 'run_queue_failed'],
  }),
  defineOperation({
    ...apiDefaults,
    ...APP_WRITING,
    id: 'local.ideas.keep',
    family: 'local.ideas',
    path: '/channels/{id}/ideas/from-intel',
    summary:
      'Saves a platform video as an idea, with its source, score and what is known of it now; the source is outlier from 3 times the channel’s median.',
    body: IdeaFromIntel,
    responses: { 201: data(LocalIdea) },
    errors: ['ability_missing', 'channel_not_found', 'video_not_fetched', 'video_already_saved'],
  }),
] as const;

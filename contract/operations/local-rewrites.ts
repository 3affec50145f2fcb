/** Serves the editor's "Rewrite" (not in the spec). */
import { z } from 'zod';

import { data } from '../envelope.ts';
import { queryNumber, Uuid } from '../fields.ts';
import { ONCE, defineOperation, APP_WRITING, READ } from '../operation.ts';
import { RewriteRequest, Rewrites, RewriteText } from '../schema/rewrite.ts';

export const localRewriteOperations = [
  defineOperation({
    ...APP_WRITING,
    id: 'local.rewrites.create',
    family: 'local.rewrites',
    method: 'POST',
    path: '/rewrites',
    summary: 'Rewrites a passage with the connected text model; stores nothing and costs no credits.',
    params: z.object({}),
    query: z.object({}),
    body: RewriteRequest,
    responses: { 200: data(Rewrites) },
    errors: ['ability_missing', 'text_model_failed'],
    safety: ONCE,
    writes: false,
    answerSeconds: 180,
  }),
  defineOperation({
    ...APP_WRITING,
    id: 'local.rewrites.text',
    family: 'local.rewrites',
    method: 'GET',
    path: '/rewrites/text',
    summary: 'What the model has written of an answer that is awaited.',
    params: z.object({}),
    query: z.object({ live_id: Uuid, from: queryNumber(0, 10_000_000, 0) }),
    body: null,
    responses: { 200: data(RewriteText) },
    errors: ['ability_missing', 'validation_failed'],
    safety: READ,
  }),
] as const;

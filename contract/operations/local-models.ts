/** Finds text models and tries them before they are connected (not in the spec). */
import { z } from 'zod';

import { data } from '../envelope.ts';
import { ONCE, defineOperation, READ, REVALIDATE, WORKSPACE } from '../operation.ts';
import { ModelListRequest, ModelList, ModelServer, ModelTestResult, ModelTestRequest } from '../schema/text-model.ts';
import { empty } from './shared.ts';

const ownerDefaults = {
  ...WORKSPACE,
  params: empty,
  query: empty,
  errors: ['ability_missing', 'workspace_admin_only'],
} as const;

export const localModelOperations = [
  defineOperation({
    ...ownerDefaults,
    id: 'local.modelServers.list',
    family: 'local.modelServers',
    method: 'GET',
    path: '/model-servers',
    summary: 'The model servers that respond on this computer now, on their usual ports, with their models.',
    body: null,
    responses: { 200: data(z.array(ModelServer)) },
    safety: READ,
  }),
  defineOperation({
    ...ownerDefaults,
    id: 'local.providers.models',
    family: 'local.providers',
    method: 'POST',
    path: '/model-providers/models',
    summary: 'The names of the models that a provider offers, before it is connected; costs nothing.',
    body: ModelListRequest,
    responses: { 200: data(ModelList) },
    safety: REVALIDATE,
    writes: false,
  }),
  defineOperation({
    ...ownerDefaults,
    id: 'local.providers.try',
    family: 'local.providers',
    method: 'POST',
    path: '/model-providers/try',
    summary: 'Sends one tiny request to a model before it is connected, and says what came back.',
    body: ModelTestRequest,
    responses: { 200: data(ModelTestResult) },
    safety: ONCE,
    writes: false,
    answerSeconds: 200,
  }),
] as const;

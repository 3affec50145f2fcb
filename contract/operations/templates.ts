import { z } from 'zod';

import { data } from '../envelope.ts';
import { PathId, queryBoolean } from '../fields.ts';
import { KEYED, KEYED_MUST_MATCH, defineOperation, READ } from '../operation.ts';
import { TemplateList } from '../schema/channel.ts';
import { TemplateCreate, TemplateDetail, TemplateUpdate } from '../schema/template.ts';
import { idParams, empty, ON_CHANNEL } from './shared.ts';

const oneTemplate = z.object({ id: PathId, template: PathId });

const templateAnswer = data(TemplateDetail).extend({ meta: z.looseObject({ idempotent_replay: z.boolean() }) });

const changeDefaults = {
  family: 'templates',
  surface: 'api',
  source: '3 Templates',
  abilities: ['templates:write'],
  rate: 'general',
  params: oneTemplate,
  query: empty,
  responses: { 200: templateAnswer },
  errors: [...ON_CHANNEL, 'template_not_found', 'template_built_in'],
  safety: KEYED_MUST_MATCH,
  etag: true,
} as const;

export const templateOperations = [
  defineOperation({
    id: 'templates.list',
    family: 'templates',
    surface: 'api',
    method: 'GET',
    path: '/channels/{id}/templates',
    summary: 'Built-in and own script templates; reading creates no records.',
    source: '1 §4 Channels; 3 Templates',
    abilities: ['channels:read'],
    orAbilities: ['templates:read'],
    rate: 'general',
    params: idParams,
    query: z.object({ include_archived: queryBoolean(false) }),
    body: null,
    responses: { 200: data(TemplateList) },
    errors: [...ON_CHANNEL, 'validation_failed'],
    safety: READ,
  }),
  defineOperation({
    id: 'templates.create',
    family: 'templates',
    surface: 'api',
    method: 'POST',
    path: '/channels/{id}/templates',
    summary: 'A new template of the channel.',
    source: '3 Templates',
    abilities: ['templates:write'],
    rate: 'general',
    params: idParams,
    query: empty,
    body: TemplateCreate,
    responses: { 201: templateAnswer },
    errors: ON_CHANNEL,
    safety: KEYED,
    etag: true,
  }),
  defineOperation({
    id: 'templates.get',
    family: 'templates',
    surface: 'api',
    method: 'GET',
    path: '/channels/{id}/templates/{template}',
    summary: 'One template with its prompt and revision.',
    source: '3 Templates',
    abilities: ['templates:read'],
    rate: 'general',
    params: oneTemplate,
    query: empty,
    body: null,
    responses: { 200: data(TemplateDetail) },
    errors: [...ON_CHANNEL, 'template_not_found'],
    safety: READ,
    etag: true,
  }),
  defineOperation({
    ...changeDefaults,
    id: 'templates.update',
    method: 'PATCH',
    path: '/channels/{id}/templates/{template}',
    summary: 'Changes the given fields; built-in templates can’t be changed.',
    body: TemplateUpdate,
  }),
  defineOperation({
    ...changeDefaults,
    id: 'templates.archive',
    method: 'POST',
    path: '/channels/{id}/templates/{template}/archive',
    summary: 'Archives a template: removes it from the lists and as a channel’s default. Scripts keep it.',
    body: null,
  }),
  defineOperation({
    ...changeDefaults,
    id: 'templates.restore',
    method: 'POST',
    path: '/channels/{id}/templates/{template}/restore',
    summary: 'Restores an archived template.',
    body: null,
  }),
] as const;

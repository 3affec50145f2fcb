/** Connects the image model of the local workspace (not in the spec). */
import { data, messageAnswer } from '../envelope.ts';
import { LOOK_UP_FIRST, defineOperation, READ, REPEATABLE, WORKSPACE } from '../operation.ts';
import { ImageProvider, ImageProviderPut, ImageProviderTest } from '../schema/image-provider.ts';
import { empty } from './shared.ts';

const localDefaults = {
  ...WORKSPACE,
  family: 'local.images',
  path: '/image-provider',
  params: empty,
  query: empty,
} as const;

export const localImageOperations = [
  defineOperation({
    ...localDefaults,
    id: 'local.images.get',
    method: 'GET',
    summary: 'The image model that draws thumbnails; null if the offline compositor is used. Never includes its key.',
    body: null,
    responses: { 200: data(ImageProvider.nullable()) },
    errors: ['ability_missing', 'workspace_admin_only'],
    safety: READ,
  }),
  defineOperation({
    ...localDefaults,
    id: 'local.images.put',
    method: 'PUT',
    summary: 'Connects an image model, replacing the previous one; its key is stored in the keychain.',
    body: ImageProviderPut,
    responses: { 200: data(ImageProvider) },
    errors: ['ability_missing', 'workspace_admin_only'],
    safety: REPEATABLE,
  }),
  defineOperation({
    ...localDefaults,
    id: 'local.images.delete',
    method: 'DELETE',
    summary: 'Disconnects the image model and removes its key.',
    body: null,
    responses: { 200: messageAnswer },
    errors: ['ability_missing', 'workspace_admin_only', 'read_only'],
    safety: REPEATABLE,
  }),
  defineOperation({
    ...localDefaults,
    id: 'local.images.test',
    method: 'POST',
    path: '/image-provider/test',
    summary: 'Tests the image model by listing the provider’s models; draws nothing and costs nothing.',
    body: null,
    responses: { 200: data(ImageProviderTest) },
    errors: ['ability_missing', 'workspace_admin_only'],
    safety: LOOK_UP_FIRST,
  }),
] as const;

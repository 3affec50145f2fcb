import { expect } from 'vitest';

import type { OperationId } from '#contract/operations/index.ts';
import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { RevisionManifest } from '#contract/schema/video-revision.ts';
import type { VideoDownload, VideoProject } from '#contract/schema/video.ts';
import type { EditableContent } from '#contract/schema/video-content.ts';

import type { Answer, Client } from './client.ts';
import type { World } from './world.ts';

export const readOperation = ({ body }: Answer) => body['operation'] as ServiceOperation;

/** Returns the calls that tests of videos make most; `getWorld` returns the world that is open by then. */
export function videoCalls(getWorld: () => World, script: string) {
  const getOwner = (): Client => getWorld().owner;
  const getEtag = async (project: string, id: OperationId = 'video.editableContent') =>
    (await getOwner().call(id, { params: { project } })).headers.get('ETag')!;
  const edit = async (id: OperationId, project: string, body?: object, params: object = {}): Promise<Answer> => {
    const headers = { 'If-Match': await getEtag(project) };
    return getOwner().call(id, { params: { project, ...params }, headers, ...(body && { body }) });
  };
  return {
    create: async (body: object = {}): Promise<{ operation: ServiceOperation; project: string }> => {
      const answer = await getOwner().call('video.create', { body: { name: 'Trains', script, ...body } });
      expect(answer.status, JSON.stringify(answer.body)).toBe(202);
      const operation = readOperation(answer);
      return { operation, project: operation.domain_resource!.id };
    },
    getVideo: (project: string) => getOwner().data<VideoProject>('video.get', { params: { project } }),
    getContent: (project: string) => getOwner().data<EditableContent>('video.editableContent', { params: { project } }),
    getManifest: (project: string) =>
      getOwner().data<RevisionManifest>('videoRevision.manifest', { params: { project } }),
    getEtag,
    edit,
    download: (project: string, query: object = {}) =>
      getOwner().data<VideoDownload>('video.download', { params: { project }, query: { ...query } }),
    apply: async (project: string): Promise<ServiceOperation> =>
      getWorld().waitForOperation(readOperation(await edit('videoRevision.apply', project)).id),
  };
}

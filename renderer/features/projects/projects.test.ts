/** Tests that a person's own moves do not hide what others change afterwards. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';

import type { Project } from '#contract/schema/project.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { ApiClient } from '#renderer/bridge/api-client.ts';
import { EntityCache } from '#renderer/query-cache/query-cache.svelte.ts';
import { Database } from '#renderer/storage/database.ts';

import { Projects } from './projects.svelte.ts';

const project = {
  id: 'project:v1:script:1',
  title: 'Night trains',
  stage: 'scripting',
  archived: false,
  revision: 'first',
} as Project;

it('shows others’ changes and builds on them after a move', async () => {
  let listedProject = project;
  let movedProject = project;
  const revisions: unknown[] = [];
  const call = (_account: string, operation: string, { ifMatch }: { ifMatch?: string }): unknown => {
    if (operation === 'projects.list')
      return { ok: true, body: { data: [listedProject], meta: { next_cursor: null } } };
    revisions.push(ifMatch);
    return { ok: true, body: { data: movedProject } };
  };
  const api = { call: (...args: Parameters<typeof call>) => Promise.resolve(call(...args)) } as unknown as ApiClient;
  const cache = new EntityCache(new Database({ indexedDB: new IDBFactory(), IDBKeyRange }), api);
  const projects = new Projects({ api, cache } as unknown as AppState, 'local', { channelId: null, archived: false });
  projects.open();
  await expect.poll(() => projects.list).toHaveLength(1);

  movedProject = { ...project, stage: 'recording', revision: 'second' };
  await projects.move(project, 'recording');
  expect(projects.list).toMatchObject([{ title: 'Night trains', stage: 'recording' }]);

  listedProject = { ...movedProject, title: 'Day trains', revision: 'third' };
  cache.invalidate('local', 'projects');
  await expect.poll(() => projects.list[0]?.title).toBe('Day trains');
  await projects.move(projects.list[0]!, 'thumbnail');
  expect(revisions).toEqual(['"first"', '"third"']);
});

it('builds on its own writes, even if a page shows an older revision', async () => {
  const revisions: unknown[] = [];
  let count = 0;
  const call = (_account: string, operation: string, { ifMatch }: { ifMatch?: string }): unknown => {
    if (operation === 'projects.list') return { ok: true, body: { data: [project], meta: { next_cursor: null } } };
    revisions.push(ifMatch);
    return { ok: true, body: { data: { ...project, revision: `own ${(count += 1)}` } } };
  };
  const api = { call: (...args: Parameters<typeof call>) => Promise.resolve(call(...args)) } as unknown as ApiClient;
  const cache = new EntityCache(new Database({ indexedDB: new IDBFactory(), IDBKeyRange }), api);
  const app = { api, cache } as unknown as AppState;
  const filters = { channelId: null, archived: false };
  const projects = new Projects(app, 'local', filters);
  await projects.move(project, 'recording');
  await projects.move(project, 'thumbnail');
  await projects.refresh();
  // A page opened later may show a project that it read before these writes.
  await new Projects(app, 'local', filters).move(project, 'upload');
  expect(revisions).toEqual(['"first"', '"own 1"', '"own 2"']);
});

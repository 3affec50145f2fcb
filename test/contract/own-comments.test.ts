/** Tests who edits, deletes and restores comments of a project, on both databases. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ProjectComment, ProjectNotification } from '#contract/schema/project.ts';
import { DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { newProject } from './support/projects.ts';
import { World } from './support/world.ts';

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  let owner: Client;
  let editor: Client;
  beforeAll(async () => {
    world = await World.open(database);
    owner = world.owner;
    editor = owner.as(world.tokens.editor);
  });
  afterAll(() => world.service.stop());

  const list = (project: string) => owner.data<ProjectComment[]>('projects.comments.list', { params: { project } });
  const write = (client: Client, project: string, body: string) =>
    client.data<ProjectComment>('projects.comments.create', { params: { project }, body: { body } });
  const at = (project: string, { id: comment }: ProjectComment) => ({ params: { project, comment } });

  test('a comment is edited by its author alone, which tells only whom it mentions anew', async () => {
    const { id } = await newProject(world);
    const made = await write(editor, id, 'A typo, lok.');
    const refused = await owner.call('local.projects.comments.update', { ...at(id, made), body: { body: 'Mine.' } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'comment_not_yours' } });
    const told = async () =>
      (await owner.data<ProjectNotification[]>('projectNotifications.list')).filter(
        ({ project_id, type }) => project_id === id && type === 'project_mentioned',
      ).length;
    const body = { body: 'A typo, look.', mentioned_user_ids: [1] };
    for (const _ of [1, 2]) {
      const edited = await editor.data<ProjectComment>('local.projects.comments.update', { ...at(id, made), body });
      expect(edited).toMatchObject({ id: made.id, ...body, created_at: made.created_at });
      expect(edited.edited_at).not.toBeNull();
    }
    expect(await told()).toBe(1);
    expect(await list(id)).toMatchObject([body]);
  });

  test('a deleted comment comes back as it was, in its place, also once the idea is a script', async () => {
    const { id, revision } = await newProject(world);
    const before = [
      await write(owner, id, 'First.'),
      await write(editor, id, 'Second.'),
      await write(owner, id, 'Third.'),
    ];
    const stranger = await editor.call('local.projects.comments.delete', at(id, before[0]!));
    expect(stranger).toMatchObject({ status: 403, body: { code: 'comment_not_yours' } });
    const { restore } = await owner.data<{ restore: string }>('local.projects.comments.delete', at(id, before[1]!));
    expect((await list(id)).map(({ body }) => body)).toEqual(['First.', 'Third.']);
    const headers = { 'If-Match': revision };
    const script = await owner.data<{ id: string }>('projects.promote', { params: { project: id }, headers, body: {} });
    const back = { params: { project: script.id }, body: { restore } };
    for (const _ of [1, 2]) await owner.data('local.projects.comments.restore', back);
    expect(await list(script.id)).toEqual(before);
  });

  test('a deleted comment is restored only by who deleted it, where it was, as it was signed, for a day', async () => {
    const [here, elsewhere] = [await newProject(world), await newProject(world)];
    const made = await write(owner, here.id, 'Signed.');
    const { restore } = await owner.data<{ restore: string }>('local.projects.comments.delete', at(here.id, made));
    const status = async (project: string, text: string, client = owner) =>
      (await client.call('local.projects.comments.restore', { params: { project }, body: { restore: text } })).status;
    expect(await status(elsewhere.id, restore)).toBe(422);
    expect(await status(here.id, restore, editor)).toBe(422);
    expect(await status(here.id, restore.replace('signature=', 'signature=x'))).toBe(422);
    const day = 86_400;
    const later = restore.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + day}`);
    expect(await status(here.id, later)).toBe(422);
    expect(await list(here.id)).toEqual([]);
  });
});

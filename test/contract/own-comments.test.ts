/** Tests who edits, deletes and restores comments of a project, on both databases. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ProjectComment, ProjectNotification } from '#contract/schema/project.ts';
import { DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { addProject } from './support/projects.ts';
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

  const listComments = (project: string) =>
    owner.data<ProjectComment[]>('projects.comments.list', { params: { project } });
  const addComment = (client: Client, project: string, body: string) =>
    client.data<ProjectComment>('projects.comments.create', { params: { project }, body: { body } });
  const locate = (project: string, { id: comment }: ProjectComment) => ({ params: { project, comment } });

  test('only its author can edit a comment, which notifies only newly mentioned people', async () => {
    const { id } = await addProject(world);
    const comment = await addComment(editor, id, 'A typo, lok.');
    const refusal = await owner.call('local.projects.comments.update', {
      ...locate(id, comment),
      body: { body: 'Mine.' },
    });
    expect(refusal).toMatchObject({ status: 403, body: { code: 'comment_not_yours' } });
    const countMentions = async () =>
      (await owner.data<ProjectNotification[]>('projectNotifications.list')).filter(
        ({ project_id, type }) => project_id === id && type === 'project_mentioned',
      ).length;
    const body = { body: 'A typo, look.', mentioned_user_ids: [1] };
    for (const _ of [1, 2]) {
      const editedComment = await editor.data<ProjectComment>('local.projects.comments.update', {
        ...locate(id, comment),
        body,
      });
      expect(editedComment).toMatchObject({ id: comment.id, ...body, created_at: comment.created_at });
      expect(editedComment.edited_at).not.toBeNull();
    }
    expect(await countMentions()).toBe(1);
    expect(await listComments(id)).toMatchObject([body]);
  });

  test('a deleted comment is restored unchanged in its place, even after the idea became a script', async () => {
    const { id, revision } = await addProject(world);
    const before = [
      await addComment(owner, id, 'First.'),
      await addComment(editor, id, 'Second.'),
      await addComment(owner, id, 'Third.'),
    ];
    const refusal = await editor.call('local.projects.comments.delete', locate(id, before[0]!));
    expect(refusal).toMatchObject({ status: 403, body: { code: 'comment_not_yours' } });
    const { restore } = await owner.data<{ restore: string }>('local.projects.comments.delete', locate(id, before[1]!));
    expect((await listComments(id)).map(({ body }) => body)).toEqual(['First.', 'Third.']);
    const headers = { 'If-Match': revision };
    const script = await owner.data<{ id: string }>('projects.promote', { params: { project: id }, headers, body: {} });
    const restoreInput = { params: { project: script.id }, body: { restore } };
    for (const _ of [1, 2]) await owner.data('local.projects.comments.restore', restoreInput);
    expect(await listComments(script.id)).toEqual(before);
  });

  test('a deleted comment can be restored for a day, in its project, by the person who deleted it, with a valid signature', async () => {
    const [project, otherProject] = [await addProject(world), await addProject(world)];
    const comment = await addComment(owner, project.id, 'Signed.');
    const { restore } = await owner.data<{ restore: string }>(
      'local.projects.comments.delete',
      locate(project.id, comment),
    );
    const restoreComment = async (project: string, text: string, client = owner) =>
      (await client.call('local.projects.comments.restore', { params: { project }, body: { restore: text } })).status;
    expect(await restoreComment(otherProject.id, restore)).toBe(422);
    expect(await restoreComment(project.id, restore, editor)).toBe(422);
    expect(await restoreComment(project.id, restore.replace('signature=', 'signature=x'))).toBe(422);
    const day = 86_400;
    const forgedUrl = restore.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + day}`);
    expect(await restoreComment(project.id, forgedUrl)).toBe(422);
    expect(await listComments(project.id)).toEqual([]);
  });
});

/** Tests what is attached to a project, on both databases: research addresses, and links that people attach. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { LIMITS } from '#contract/limits.ts';
import type { ProjectAttachment } from '#contract/schema/project.ts';
import { project_attachments } from '#service/store/schema-projects.ts';
import { DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { newProject } from './support/projects.ts';
import { TEAM, World } from './support/world.ts';

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  let owner: Client;
  beforeAll(async () => {
    world = await World.open(database);
    owner = world.owner;
  });
  afterAll(() => world.service.stop());

  test('lists the URLs a script was researched with as attachments', async () => {
    const script = await world.script({ research_urls: ['https://www.example.org/paper'] });
    const attached = await owner.data('projects.attachments', { params: { project: `project:v1:script:${script}` } });
    expect(attached).toMatchObject([{ kind: 'link', name: 'example.org/paper', url: 'https://www.example.org/paper' }]);
  });

  test('has links that people attached, each address once, up to the limit of the list', async () => {
    const params = { project: (await newProject(world)).id };
    const add = (url: string, name?: string) =>
      owner.call('local.projects.attachments.add', { params, body: { url, ...(name !== undefined && { name }) } });
    const listed = () => owner.data<ProjectAttachment[]>('projects.attachments', { params });
    await add('https://www.example.org/a');
    await add('https://example.org/b', 'Second');
    await add('https://www.example.org/a', 'First');
    const [first, second] = await listed();
    expect([first, second]).toMatchObject([{ name: 'First' }, { name: 'Second', url: 'https://example.org/b' }]);
    const attachment = first!.id.replace('attachment:', '');
    await owner.data('local.projects.attachments.delete', { params: { ...params, attachment } });
    expect(await listed()).toEqual([second]);
    const row = {
      team_id: TEAM,
      idea_id: Number(params.project.split(':').at(-1)),
      kind: 'link' as const,
      name: 'One',
    };
    const rows = Array.from({ length: LIMITS.attachmentsListed - 1 }, () => row);
    await world.write((tx) => tx.insert(project_attachments).values(rows));
    expect(await listed()).toHaveLength(LIMITS.attachmentsListed);
    expect(await add('https://example.org/one-more')).toMatchObject({ status: 422 });
    expect((await add('https://example.org/b', 'Renamed')).status).toBe(200);
  });
});

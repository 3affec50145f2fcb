/** Tests what is attached to a project, on both databases: research addresses, and links and files that people attach. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { LIMITS } from '#contract/limits.ts';
import type { Project, ProjectAttachment } from '#contract/schema/project.ts';
import { namedFiles } from '#service/files/named-files.ts';
import { jobs } from '#service/store/schema.ts';
import { project_attachments } from '#service/store/schema-projects.ts';
import { DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { fill, newProject } from './support/projects.ts';
import { World } from './support/world.ts';

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
    await fill(world, Number(params.project.split(':').at(-1)), 1);
    expect(await listed()).toHaveLength(LIMITS.attachmentsListed);
    expect(await add('https://example.org/one-more')).toMatchObject({ status: 422 });
    expect((await add('https://example.org/b', 'Renamed')).status).toBe(200);
  });

  const numberOf = ({ id }: ProjectAttachment): string => id.replace('attachment:', '');
  const list = (project: string) => owner.data<ProjectAttachment[]>('projects.attachments', { params: { project } });
  const announce = (project: string, name: string, bytes: number) =>
    owner.call('local.projects.attachments.addFile', { params: { project }, body: { name, bytes } });
  const send = (project: string, attachment: string, offset: number, part: string) =>
    owner.call('local.projects.attachments.upload', {
      params: { project, attachment },
      body: { offset, data: Buffer.from(part).toString('base64') },
    });
  const read = (project: string, attachment: string, as = owner) =>
    as.call('local.projects.attachments.get', { params: { project, attachment } });
  const bytesOf = async (project: string, attachment: string) => {
    const view = async () => (await read(project, attachment)).body['data'] as ProjectAttachment;
    await expect.poll(async () => (await view()).state, { interval: 10 }).toBe('ready');
    return fetch((await view()).url!);
  };
  async function attach(project: string, name: string, text: string): Promise<string> {
    const made = (await announce(project, name, text.length)).body['data'] as ProjectAttachment;
    expect((await send(project, numberOf(made), 0, text)).status).toBe(200);
    return numberOf(made);
  }

  describe('a file', () => {
    test('arrives in parts, goes on after an interruption, and is only ever downloaded', async () => {
      const { id: project } = await newProject(world);
      const made = (await announce(project, 'Rate “card” 100%.html', 6)).body['data'] as ProjectAttachment;
      expect(made).toMatchObject({ kind: 'file', state: 'uploading', uploaded_bytes: 0, size_bytes: 6, url: null });
      const number = numberOf(made);
      expect((await send(project, number, 0, '<b>')).status).toBe(200);
      expect(await send(project, number, 0, '<b>')).toMatchObject({ status: 409, body: { uploaded_bytes: 3 } });
      expect((await send(project, number, 3, 'more')).status).toBe(422);
      expect((await send(project, number, 3, 'abc')).status).toBe(200);
      const answer = await bytesOf(project, number);
      expect(await answer.text()).toBe('<b>abc');
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': "attachment; filename*=UTF-8''Rate%20%E2%80%9Ccard%E2%80%9D%20100%25.html",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      });
      const [listed] = await list(project);
      expect(listed).toMatchObject({ state: 'ready', url: null, added_by: { id: 1 } });
      const copied = await namedFiles(world.service.store);
      expect(copied.filter(({ name }) => name.startsWith('videos/attachments/'))).toContainEqual(
        expect.objectContaining({ bytes: 6 }),
      );
    });

    test('is neither empty nor larger than a file may be, and has a name of its own', async () => {
      const { id: project } = await newProject(world);
      expect((await announce(project, 'Brief.pdf', 0)).status).toBe(422);
      expect((await announce(project, 'Brief.pdf', LIMITS.attachment.bytes + 1)).status).toBe(422);
      for (const text of ['one', 'two']) await attach(project, 'Brief.pdf', text);
      const [, second] = await list(project);
      expect(second).toMatchObject({ name: 'Brief (2).pdf' });
      const params = { project, attachment: numberOf(second!) };
      const rename = (name: string) => owner.data('local.projects.attachments.rename', { params, body: { name } });
      expect(await rename('Contract.pdf')).toMatchObject({ name: 'Contract.pdf' });
      expect(await rename('BRIEF.pdf')).toMatchObject({ name: 'BRIEF (2).pdf' });
    });

    test('is out of reach for another team and for members who don’t see its channel', async () => {
      const { id: project } = await newProject(world);
      const attachment = await attach(project, 'Brief.pdf', 'abc');
      await bytesOf(project, attachment);
      expect((await read(project, attachment, owner.as(world.foreign.secret))).status).toBe(404);
      const forbidden = await read(project, attachment, owner.as(world.tokens.member));
      expect(forbidden).toMatchObject({ status: 403 });
      expect(JSON.stringify(forbidden.body)).not.toContain('Brief');
      const elsewhere = (await newProject(world)).id;
      expect((await read(elsewhere, attachment)).status).toBe(404);
    });

    test('that was removed comes back with its bytes, and is deleted once it can’t come back', async () => {
      const { id: project } = await newProject(world);
      const attachment = await attach(project, 'Brief.pdf', 'abc');
      const params = { project, attachment };
      await owner.data('local.projects.attachments.delete', { params });
      expect(await list(project)).toEqual([]);
      expect((await read(project, attachment)).status).toBe(404);
      await attach(project, 'Brief.pdf', 'other');
      const restored = await owner.data('local.projects.attachments.restore', { params });
      expect(restored).toMatchObject({ name: 'Brief (2).pdf' });
      expect(await (await bytesOf(project, attachment)).text()).toBe('abc');

      await owner.data('local.projects.attachments.delete', { params });
      const own = eq(project_attachments.id, Number(attachment));
      const [row] = await world.write((tx) => tx.select().from(project_attachments).where(own));
      const file = `videos/attachments/${row!.file_id}`;
      expect(await world.service.files.get(file)).not.toBeNull();
      const passed = new Date(Date.now() - (LIMITS.attachment.restoreHours + 2) * 3_600_000);
      await world.write((tx) => tx.update(project_attachments).set({ removed_at: passed }).where(own));
      expect((await owner.call('local.projects.attachments.restore', { params })).status).toBe(404);
      await world.write((tx) =>
        tx
          .update(jobs)
          .set({ run_at: sql`now()` })
          .where(eq(jobs.kind, 'attachment-sweep')),
      );
      await expect.poll(() => world.service.files.get(file), { timeout: 10_000 }).toBeNull();
      await expect.poll(() => world.service.store.db.$count(project_attachments, own)).toBe(0);
      expect((await list(project)).map(({ name }) => name)).toEqual(['Brief.pdf']);
    });

    test('is carried into the script, where its upload goes on, and goes with the script', async () => {
      const { id: project, revision } = await newProject(world);
      const attachment = await attach(project, 'Brief.pdf', 'abc');
      await bytesOf(project, attachment);
      const half = numberOf((await announce(project, 'Note.m4a', 6)).body['data'] as ProjectAttachment);
      await send(project, half, 0, 'abc');
      const headers = { 'If-Match': `"${revision}"` };
      const { id: script } = await owner.data<Project>('projects.promote', { params: { project }, headers, body: {} });
      expect(await send(project, half, 3, 'def')).toMatchObject({ status: 409, body: { project_id: script } });
      expect((await send(script, half, 3, 'def')).status).toBe(200);
      expect(await (await bytesOf(script, half)).text()).toBe('abcdef');
      const answer = await bytesOf(script, attachment);
      expect(await answer.text()).toBe('abc');
      await owner.data('local.scripts.delete', { params: { id: Number(script.split(':').at(-1)) } });
      await expect.poll(async () => (await fetch(answer.url)).status, { timeout: 10_000 }).toBe(404);
    });
  });
});

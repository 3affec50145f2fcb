/** Tests the attachments of a project on both databases: research URLs, and links and files that people attach. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { LIMITS } from '#contract/limits.ts';
import type { Project, ProjectAttachment } from '#contract/schema/project.ts';
import { listReferencedFiles } from '#service/files/referenced-files.ts';
import { jobs } from '#service/store/schema.ts';
import { project_attachments } from '#service/store/schema-projects.ts';
import { DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { fillAttachments, addProject } from './support/projects.ts';
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
    const script = await world.createScript({ research_urls: ['https://www.example.org/paper'] });
    const attachments = await owner.data('projects.attachments', {
      params: { project: `project:v1:script:${script}` },
    });
    expect(attachments).toMatchObject([
      { kind: 'link', name: 'example.org/paper', url: 'https://www.example.org/paper' },
    ]);
  });

  test('stores links that people attach, each address once, up to the limit of the list', async () => {
    const params = { project: (await addProject(world)).id };
    const add = (url: string, name?: string) =>
      owner.call('local.projects.attachments.add', { params, body: { url, ...(name !== undefined && { name }) } });
    const listAttachments = () => owner.data<ProjectAttachment[]>('projects.attachments', { params });
    await add('https://www.example.org/a');
    await add('https://example.org/b', 'Second');
    await add('https://www.example.org/a', 'First');
    const [first, second] = await listAttachments();
    expect([first, second]).toMatchObject([{ name: 'First' }, { name: 'Second', url: 'https://example.org/b' }]);
    const attachment = first!.id.replace('attachment:', '');
    await owner.data('local.projects.attachments.delete', { params: { ...params, attachment } });
    expect(await listAttachments()).toEqual([second]);
    await fillAttachments(world, Number(params.project.split(':').at(-1)), 1);
    expect(await listAttachments()).toHaveLength(LIMITS.attachmentsListed);
    expect(await add('https://example.org/one-more')).toMatchObject({ status: 422 });
    expect((await add('https://example.org/b', 'Renamed')).status).toBe(200);
  });

  const getNumber = ({ id }: ProjectAttachment): string => id.replace('attachment:', '');
  const list = (project: string) => owner.data<ProjectAttachment[]>('projects.attachments', { params: { project } });
  const announce = (project: string, name: string, bytes: number) =>
    owner.call('local.projects.attachments.addFile', { params: { project }, body: { name, bytes } });
  const send = (project: string, attachment: string, offset: number, part: string) =>
    owner.call('local.projects.attachments.upload', {
      params: { project, attachment },
      body: { offset, data: Buffer.from(part).toString('base64') },
    });
  const read = (project: string, attachment: string, client = owner) =>
    client.call('local.projects.attachments.get', { params: { project, attachment } });
  const downloadFile = async (project: string, attachment: string) => {
    const getFile = async () => (await read(project, attachment)).body['data'] as ProjectAttachment;
    await expect.poll(async () => (await getFile()).state, { interval: 10 }).toBe('ready');
    return fetch((await getFile()).url!);
  };
  async function attach(project: string, name: string, text: string): Promise<string> {
    const file = (await announce(project, name, text.length)).body['data'] as ProjectAttachment;
    expect((await send(project, getNumber(file), 0, text)).status).toBe(200);
    return getNumber(file);
  }

  describe('a file', () => {
    test('is uploaded in parts, continues after an interruption, and is always served as a download', async () => {
      const { id: project } = await addProject(world);
      const file = (await announce(project, 'Rate “card” 100%.html', 6)).body['data'] as ProjectAttachment;
      expect(file).toMatchObject({ kind: 'file', state: 'uploading', uploaded_bytes: 0, size_bytes: 6, url: null });
      const number = getNumber(file);
      expect((await send(project, number, 0, '<b>')).status).toBe(200);
      expect(await send(project, number, 0, '<b>')).toMatchObject({ status: 409, body: { uploaded_bytes: 3 } });
      expect((await send(project, number, 3, 'more')).status).toBe(422);
      expect((await send(project, number, 3, 'abc')).status).toBe(200);
      const response = await downloadFile(project, number);
      expect(await response.text()).toBe('<b>abc');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': "attachment; filename*=UTF-8''Rate%20%E2%80%9Ccard%E2%80%9D%20100%25.html",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      });
      const [attachment] = await list(project);
      expect(attachment).toMatchObject({ state: 'ready', url: null, added_by: { id: 1 } });
      const storedFiles = await listReferencedFiles(world.service.store);
      expect(storedFiles.filter(({ name }) => name.startsWith('videos/attachments/'))).toContainEqual(
        expect.objectContaining({ bytes: 6 }),
      );
    });

    test('is neither empty nor too large, and gets a unique name', async () => {
      const { id: project } = await addProject(world);
      expect((await announce(project, 'Brief.pdf', 0)).status).toBe(422);
      expect((await announce(project, 'Brief.pdf', LIMITS.attachment.bytes + 1)).status).toBe(422);
      for (const text of ['one', 'two']) await attach(project, 'Brief.pdf', text);
      const [, second] = await list(project);
      expect(second).toMatchObject({ name: 'Brief (2).pdf' });
      const params = { project, attachment: getNumber(second!) };
      const rename = (name: string) => owner.data('local.projects.attachments.rename', { params, body: { name } });
      expect(await rename('Contract.pdf')).toMatchObject({ name: 'Contract.pdf' });
      expect(await rename('BRIEF.pdf')).toMatchObject({ name: 'BRIEF (2).pdf' });
    });

    test('is out of reach for another team and for members who don’t see its channel', async () => {
      const { id: project } = await addProject(world);
      const attachment = await attach(project, 'Brief.pdf', 'abc');
      await downloadFile(project, attachment);
      expect((await read(project, attachment, owner.as(world.foreign.secret))).status).toBe(404);
      const forbidden = await read(project, attachment, owner.as(world.tokens.member));
      expect(forbidden).toMatchObject({ status: 403 });
      expect(JSON.stringify(forbidden.body)).not.toContain('Brief');
      const otherProject = (await addProject(world)).id;
      expect((await read(otherProject, attachment)).status).toBe(404);
    });

    test('can be restored with its bytes after removal, and is deleted once the time for that is over', async () => {
      const { id: project } = await addProject(world);
      const attachment = await attach(project, 'Brief.pdf', 'abc');
      const params = { project, attachment };
      await owner.data('local.projects.attachments.delete', { params });
      expect(await list(project)).toEqual([]);
      expect((await read(project, attachment)).status).toBe(404);
      await attach(project, 'Brief.pdf', 'other');
      const restoredAttachment = await owner.data('local.projects.attachments.restore', { params });
      expect(restoredAttachment).toMatchObject({ name: 'Brief (2).pdf' });
      expect(await (await downloadFile(project, attachment)).text()).toBe('abc');

      await owner.data('local.projects.attachments.delete', { params });
      const condition = eq(project_attachments.id, Number(attachment));
      const [row] = await world.write((tx) => tx.select().from(project_attachments).where(condition));
      const file = `videos/attachments/${row!.file_id}`;
      expect(await world.service.files.get(file)).not.toBeNull();
      const expiredAt = new Date(Date.now() - (LIMITS.attachment.restoreHours + 2) * 3_600_000);
      await world.write((tx) => tx.update(project_attachments).set({ removed_at: expiredAt }).where(condition));
      expect((await owner.call('local.projects.attachments.restore', { params })).status).toBe(404);
      await world.write((tx) =>
        tx
          .update(jobs)
          .set({ run_at: sql`now()` })
          .where(eq(jobs.kind, 'attachment-sweep')),
      );
      await expect.poll(() => world.service.files.get(file), { timeout: 10_000 }).toBeNull();
      await expect.poll(() => world.service.store.db.$count(project_attachments, condition)).toBe(0);
      expect((await list(project)).map(({ name }) => name)).toEqual(['Brief.pdf']);
    });

    test('moves from the idea to its script, where its upload continues, and is deleted with it', async () => {
      const { id: project, revision } = await addProject(world);
      const attachment = await attach(project, 'Brief.pdf', 'abc');
      await downloadFile(project, attachment);
      const unfinished = getNumber((await announce(project, 'Note.m4a', 6)).body['data'] as ProjectAttachment);
      await send(project, unfinished, 0, 'abc');
      const headers = { 'If-Match': `"${revision}"` };
      const { id: script } = await owner.data<Project>('projects.promote', { params: { project }, headers, body: {} });
      expect(await send(project, unfinished, 3, 'def')).toMatchObject({ status: 409, body: { project_id: script } });
      expect((await send(script, unfinished, 3, 'def')).status).toBe(200);
      expect(await (await downloadFile(script, unfinished)).text()).toBe('abcdef');
      const response = await downloadFile(script, attachment);
      expect(await response.text()).toBe('abc');
      await owner.data('local.scripts.delete', { params: { id: Number(script.split(':').at(-1)) } });
      await expect.poll(async () => (await fetch(response.url)).status, { timeout: 10_000 }).toBe(404);
    });
  });
});

/** Tests the steps that a channel defines for each stage, and how projects get them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { StageSteps } from '#contract/schema/channel.ts';
import type { Production, Project, ProjectActivity } from '#contract/schema/project.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import { addProject } from './support/projects.ts';
import { CHANNEL, World } from './support/world.ts';

const STEPS: StageSteps = {
  scripting: [{ title: 'Agree on the angle', required: false }],
  recording: [
    { title: 'Book the studio', required: true },
    { title: 'Charge batteries', required: false },
  ],
};

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await World.open(database);
    await updateChannel({ checklists: STEPS });
  });
  afterAll(() => world.service.stop());

  const updateChannel = (body: object) => world.owner.call('local.channels.update', { params: { id: CHANNEL }, body });
  const writeWithRevision = async (
    operation: 'projects.move' | 'projects.promote' | 'projects.production.update',
    project: string,
    body: object,
  ) => {
    const { revision } = await world.owner.data<Project>('projects.get', { params: { project } });
    const headers = { 'If-Match': `"${revision}"` };
    return world.owner.data<Project>(operation, { params: { project }, headers, body });
  };
  const getChecklist = async (project: string) =>
    (await world.owner.data<Production>('projects.production.get', { params: { project } })).checklist;
  const listTitles = async (project: string) => (await getChecklist(project)).map(({ title }) => title);
  const createScript = async (): Promise<string> => {
    const body = { title: 'Night trains', topic: 'Why they come back', length: 600 };
    const { script_id } = await world.owner.data<{ script_id: number }>('scripts.create', {
      params: { id: CHANNEL },
      body,
    });
    return `project:v1:script:${script_id}`;
  };

  test('a project gets the steps of each new stage once, after its own entries', async () => {
    const { id } = await addProject(world, { stage: 'needs_script' });
    expect(await listTitles(id)).toEqual([]);
    await writeWithRevision('projects.production.update', id, { checklist: [{ title: 'book the STUDIO' }] });
    const script = (await writeWithRevision('projects.promote', id, { stage: 'scripting' })).id;
    expect(await listTitles(script)).toEqual(['book the STUDIO', 'Agree on the angle']);
    await writeWithRevision('projects.move', script, { stage: 'recording' });
    expect(await listTitles(script)).toEqual(['book the STUDIO', 'Agree on the angle', 'Charge batteries']);
    const activity = await world.owner.data<ProjectActivity[]>('projects.activity', { params: { project: script } });
    const changes = activity.flatMap(({ details }) => details['changes'] ?? []);
    expect(changes).toContainEqual({ field: 'checklist_added', from: null, to: 'Charge batteries' });
  });

  test('moving back removes untouched steps, and keeps the others', async () => {
    const project = await createScript();
    await writeWithRevision('projects.move', project, { stage: 'recording' });
    const [angle, booking, batteries] = await getChecklist(project);
    expect(booking).toMatchObject({ title: 'Book the studio', required: true, done: false });
    const editedChecklist = [angle, { ...booking, done: true }, batteries];
    await writeWithRevision('projects.production.update', project, { checklist: editedChecklist });
    await writeWithRevision('projects.move', project, { stage: 'scripting' });
    expect(await listTitles(project)).toEqual(['Agree on the angle', 'Book the studio']);
    await writeWithRevision('projects.move', project, { stage: 'recording' });
    expect(await listTitles(project)).toEqual(['Agree on the angle', 'Book the studio', 'Charge batteries']);
  });

  test('steps are stored with the channel, and invalid ones change nothing', async () => {
    const getSettings = async () =>
      (await world.owner.data<{ settings: object }>('channels.get', { params: { id: CHANNEL } })).settings;
    expect(await getSettings()).toMatchObject({ checklists: STEPS });
    for (const checklists of [
      { new: [] },
      { recording: [{ title: '' }] },
      { recording: Array.from({ length: 31 }, (_, at) => ({ title: `Step ${at}` })) },
      { recording: 'Book the studio' },
    ]) {
      const { status, body } = await updateChannel({ checklists });
      expect(status, JSON.stringify(checklists)).toBe(422);
      expect(Object.keys(body['errors'] as object)[0]).toMatch(/^checklists/);
    }
    expect(await getSettings()).toMatchObject({ checklists: STEPS });
  });
});

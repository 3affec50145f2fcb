/** Tests reviewing ideas beyond the API: rating, tags, rejecting, and sorted lists. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { LocalIdea } from '#contract/schema/idea.ts';
import type { Project, ProjectActivity } from '#contract/schema/project.ts';

import { CHANNEL, World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await World.open('pglite');
});
afterAll(() => world.service.stop());

type Values = Readonly<Record<string, unknown>>;

const update = (id: number, body: Values) => world.owner.call('local.ideas.update', { params: { id }, body });
const listTitles = async (query: Values): Promise<string[]> =>
  (await world.owner.data<LocalIdea[]>('local.ideas.list', { params: { id: CHANNEL }, query })).map(
    ({ title }) => title,
  );

describe('an idea', () => {
  test('keeps its rating and tags, which the API’s own answers leave out', async () => {
    const id = await world.createIdea();
    await update(id, { rating: 4, tags: ['Trains', 'evergreen', 'TRAINS'] });
    const params = { id };
    expect(await world.owner.data('local.ideas.get', { params })).toMatchObject({
      rating: 4,
      tags: ['Trains', 'evergreen'],
      rejection_reason: null,
    });
    expect(Object.keys(await world.owner.data<object>('ideas.get', { params }))).not.toContain('rating');
    await update(id, { rating: null, tags: [] });
    expect(await world.owner.data('local.ideas.get', { params })).toMatchObject({ rating: null, tags: [] });
  });

  test('refuses a value out of bounds with its field, and stays unchanged', async () => {
    const id = await world.createIdea();
    await update(id, { rating: 2 });
    for (const [field, body] of [
      ['rating', { rating: 6 }],
      ['tags.0', { tags: ['a'.repeat(51)] }],
      ['tags', { tags: Array.from({ length: 31 }, (_, at) => `tag ${at}`) }],
    ] as const) {
      const refusal = await update(id, body);
      expect(refusal.status).toBe(422);
      expect(Object.keys((refusal.body as { errors: object }).errors)).toEqual([field]);
    }
    expect(await world.owner.data('local.ideas.get', { params: { id } })).toMatchObject({ rating: 2, tags: [] });
  });

  test('is rejected with a reason, which moving it removes', async () => {
    const id = await world.createIdea();
    const params = { id };
    const body = { reason: 'Too close to “Night trains”' };
    expect(await world.owner.data('local.ideas.reject', { params, body })).toMatchObject({
      status: 'rejected',
      rejection_reason: body.reason,
    });
    const project = `project:v1:idea:${id}`;
    const activity = await world.owner.data<ProjectActivity[]>('projects.activity', { params: { project } });
    expect(activity[0]).toMatchObject({ type: 'moved', details: { from: 'new', to: 'rejected' } });
    const { revision } = await world.owner.data<Project>('projects.get', { params: { project } });
    const headers = { 'If-Match': revision };
    await world.owner.data('projects.move', { params: { project }, headers, body: { stage: 'considering' } });
    expect(await world.owner.data('local.ideas.get', { params })).toMatchObject({
      status: 'considering',
      rejection_reason: null,
    });
  });
});

test('lists in every order, narrows to a tag, and names the tags in use', async () => {
  for (const [title, rating, length] of [
    ['Zz one', 3, 900],
    ['Zz two', 5, 300],
    ['Zz three', null, 1500],
  ] as const) {
    const id = await world.createIdea({ title, suggested_length: length });
    await update(id, { rating, tags: rating === null ? [] : ['Zz series'] });
  }
  const search = 'Zz ';
  expect(await listTitles({ search, sort: 'oldest' })).toEqual(['Zz one', 'Zz two', 'Zz three']);
  expect(await listTitles({ search })).toEqual(['Zz three', 'Zz two', 'Zz one']);
  expect(await listTitles({ search, sort: 'title' })).toEqual(['Zz one', 'Zz three', 'Zz two']);
  expect(await listTitles({ search, sort: 'rating' })).toEqual(['Zz two', 'Zz one', 'Zz three']);
  expect(await listTitles({ search, sort: 'longest' })).toEqual(['Zz three', 'Zz one', 'Zz two']);
  expect(await listTitles({ search, sort: 'shortest' })).toEqual(['Zz two', 'Zz one', 'Zz three']);
  expect(await listTitles({ tag: 'zz SERIES', sort: 'oldest' })).toEqual(['Zz one', 'Zz two']);
  const { body } = await world.owner.call('local.ideas.list', { params: { id: CHANNEL } });
  expect((body as { tags: object[] }).tags).toContainEqual({ name: 'Zz series', ideas: 2 });
});

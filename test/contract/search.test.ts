/** Tests that lists are searched without regard to case and diacritics, on both databases. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { channels } from '#service/store/schema.ts';
import { DATABASES } from '#test/support/service.ts';

import { CHANNEL, OTHER_CHANNEL, World } from './support/world.ts';

type TitledRow = { readonly title: string };

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await World.open(database);
  });
  afterAll(() => world.service.stop());

  const params = { id: CHANNEL };
  const toTitles = (rows: readonly TitledRow[]) => new Set(rows.map(({ title }) => title));

  test.each(['cafe', 'CAFÉ', 'Café', 'cafe\u0301'])('"%s" finds ideas, scripts and projects', async (search) => {
    const query = { search };
    await world.createIdea({ title: 'Das Café am Meer' });
    await world.createIdea({ title: 'No accent', topic: 'Of a CAFE in Lyon' });
    await world.createScript({ title: 'Cafe\u0301s of Rome', topic: 'Ten chars and more' });
    const ideas = toTitles(await world.owner.data<TitledRow[]>('ideas.list', { params, query }));
    expect(ideas).toEqual(new Set(['Das Café am Meer', 'No accent']));
    const scripts = toTitles(await world.owner.data<TitledRow[]>('scripts.list', { params, query }));
    expect(scripts).toEqual(new Set(['Cafe\u0301s of Rome']));
    const projects = toTitles(await world.owner.data<TitledRow[]>('projects.list', { query }));
    expect(projects).toEqual(new Set(['Cafe\u0301s of Rome', 'Das Café am Meer', 'No accent']));
  });

  test('ignores case and diacritics in other alphabets', async () => {
    await world.createIdea({ title: 'Große Łódź, ΑΘΗΝΑΣ und МОСКВА' });
    const countIdeas = async (search: string) =>
      (await world.owner.data<TitledRow[]>('ideas.list', { params, query: { search } })).length;
    for (const search of ['grosse lodz', 'GROẞE', 'αθηνας', 'Москва']) expect(await countIdeas(search), search).toBe(1);
  });

  test('matches full-width digits and text without spaces, and distinguishes vowel signs', async () => {
    await world.createIdea({ title: '２０２４年 私は東京に行きます' });
    await world.createIdea({ title: 'दिल से' });
    const countIdeas = async (search: string) =>
      (await world.owner.data<TitledRow[]>('ideas.list', { params, query: { search } })).length;
    for (const search of ['2024', '東京', 'दिल']) expect(await countIdeas(search), search).toBe(1);
    expect(await countIdeas('दल')).toBe(0);
  });

  test('takes wildcards and regular expression characters literally', async () => {
    await world.createIdea({ title: 'Is 50% [really] (half)? a_b \\ c.' });
    const countIdeas = async (search: string) =>
      (await world.owner.data<TitledRow[]>('ideas.list', { params, query: { search } })).length;
    for (const search of ['50%', '[really]', '(half)?', 'a_b', '\\ c.'])
      expect(await countIdeas(search), search).toBe(1);
    for (const search of ['5%0', '[aely]+', 'half?', 'axb', '\\w\\w', 'b.*c', '***=x']) {
      expect(await countIdeas(search), search).toBe(0);
    }
  });

  test('finds a channel by title, and by handle with and without @', async () => {
    await world.write(async (tx) => {
      await tx
        .update(channels)
        .set({ yt_handle: 'CaféMüller', settings: { title: 'Kaffee & Küche' }, details: null })
        .where(eq(channels.id, OTHER_CHANNEL));
    });
    const findChannels = async (search: string) =>
      (await world.owner.data<{ id: number }[]>('channels.list', { query: { search } })).map(({ id }) => id);
    for (const search of ['@cafemuller', 'cafemuller', '@CaféMüller', 'KUCHE', 'kaffee &']) {
      expect(await findChannels(search), search).toEqual([OTHER_CHANNEL]);
    }
    expect(await findChannels('@kuche')).toEqual([]);
    expect(await findChannels('@')).toEqual([]);
  });
});

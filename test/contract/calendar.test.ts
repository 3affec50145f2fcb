/** Tests the calendar feed for calendar programs: who may read it, and its contents. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Ability } from '#contract/abilities.ts';
import { createCalendarAddress, CALENDAR_PAST_DAYS } from '#contract/calendar.ts';
import type { Project } from '#contract/schema/project.ts';
import { DAY_MS } from '#contract/values.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import { addProject } from './support/projects.ts';
import { CHANNEL, OTHER_CHANNEL, World } from './support/world.ts';

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await World.open(database);
  });
  afterAll(() => world.service.stop());

  const toBasicAuth = (password: string): string => `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`;
  const readCalendar = async (authorization: string, query = '') => {
    const address = createCalendarAddress(world.service.baseUrl, null) + query;
    const response = await fetch(address, { headers: { Authorization: authorization } });
    const text = await response.text();
    return { response, text, titles: [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title) };
  };
  const createToken = async (ability: Ability): Promise<string> => {
    const body = { name: `Calendar ${ability}`, abilities: [ability] };
    const answer = await world.owner.call('tokens.create', { body });
    return (answer.body['token'] as { token: string }).token;
  };
  const scheduleProject = async (title: string, days: number, channel_id = CHANNEL): Promise<string> => {
    const { id, revision } = await addProject(world, { title, channel_id });
    const publish_at = new Date(Date.now() + days * DAY_MS).toISOString();
    const headers = { 'If-Match': `"${revision}"` };
    const input = { params: { project: id }, body: { publish_at } };
    expect((await world.owner.call('projects.production.update', input, { headers })).status).toBe(200);
    return id;
  };

  test('a calendar program reads the dates of one channel or all, earliest first', async () => {
    await scheduleProject('Night trains', 3);
    await scheduleProject('Ferries', 2, OTHER_CHANNEL);
    await scheduleProject('Last week', -7);
    await scheduleProject('Long ago', -CALENDAR_PAST_DAYS - 1);
    await addProject(world, { title: 'No date' });
    const archivedProject = await scheduleProject('Archived', 4);
    const { revision } = await world.owner.data<Project>('projects.get', { params: { project: archivedProject } });
    const headers = { 'If-Match': `"${revision}"` };
    await world.owner.call('projects.archive', { params: { project: archivedProject } }, { headers });
    const password = await createToken('projects:read');
    const { response, text, titles } = await readCalendar(toBasicAuth(password));
    expect(response.status, text).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const testTitles = titles.filter((title) => title && /^(Night|Ferries|Last|Long|No date|Archived)/.test(title));
    expect(testTitles).toEqual(['Last week', 'Ferries', 'Night trains']);
    const oneChannel = await readCalendar(toBasicAuth(password), `?channel=${OTHER_CHANNEL}`);
    expect(oneChannel.titles).toContain('Ferries');
    expect(oneChannel.titles).not.toContain('Night trains');
    expect((await readCalendar(toBasicAuth(password), `?channel=${world.foreign.channel}`)).titles).toEqual([]);
  });

  test('a member reads the dates of assigned channels only', async () => {
    const { titles } = await readCalendar(toBasicAuth(world.tokens.member));
    expect(titles).toContain('Ferries');
    expect(titles).not.toContain('Night trains');
  });

  test('programs need a password, and wrong passwords and invalid channels are refused', async () => {
    for (const authorization of [
      '',
      `Bearer ${world.tokens.owner}`,
      toBasicAuth('wrong'),
      'Basic ?',
      'Basic bm9jb2xvbg==',
    ]) {
      const { response } = await readCalendar(authorization);
      expect(response.status, authorization).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Basic realm="Cutaway", charset="UTF-8"');
    }
    const wrongAbility = await readCalendar(toBasicAuth(await createToken('scripts:read')));
    expect(wrongAbility.response.status).toBe(403);
    expect((await readCalendar(toBasicAuth(world.tokens.stranger))).response.status).toBe(403);
    const invalidChannel = await readCalendar(toBasicAuth(world.tokens.owner), '?channel=all');
    expect(invalidChannel.response.status).toBe(422);
    expect(JSON.parse(invalidChannel.text)).toMatchObject({ errors: { channel: [expect.any(String)] } });
  });
});

/** Tests the calendar that calendar programs subscribe to: who reads it, and what it holds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Ability } from '#contract/abilities.ts';
import { calendarAddress, CALENDAR_PAST_DAYS } from '#contract/calendar.ts';
import type { Project } from '#contract/schema/project.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import { newProject } from './support/projects.ts';
import { CHANNEL, OTHER_CHANNEL, World } from './support/world.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await World.open(database);
  });
  afterAll(() => world.service.stop());

  const basic = (password: string): string => `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`;
  const read = async (authorization: string, query = '') => {
    const address = calendarAddress(world.service.baseUrl, null) + query;
    const response = await fetch(address, { headers: { Authorization: authorization } });
    const text = await response.text();
    return { response, text, titles: [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title) };
  };
  const newToken = async (ability: Ability): Promise<string> => {
    const body = { name: `Calendar ${ability}`, abilities: [ability] };
    const answer = await world.owner.call('tokens.create', { body });
    return (answer.body['token'] as { token: string }).token;
  };
  const dated = async (title: string, days: number, channel_id = CHANNEL): Promise<string> => {
    const { id, revision } = await newProject(world, { title, channel_id });
    const publish_at = new Date(Date.now() + days * DAY_MS).toISOString();
    const headers = { 'If-Match': `"${revision}"` };
    const input = { params: { project: id }, body: { publish_at } };
    expect((await world.owner.call('projects.production.update', input, { headers })).status).toBe(200);
    return id;
  };

  test('a program that signs in reads the dates of all channels or of one, earliest first', async () => {
    await dated('Night trains', 3);
    await dated('Ferries', 2, OTHER_CHANNEL);
    await dated('Last week', -7);
    await dated('Long ago', -CALENDAR_PAST_DAYS - 1);
    await newProject(world, { title: 'No date' });
    const archived = await dated('Archived', 4);
    const { revision } = await world.owner.data<Project>('projects.get', { params: { project: archived } });
    const headers = { 'If-Match': `"${revision}"` };
    await world.owner.call('projects.archive', { params: { project: archived } }, { headers });
    const password = await newToken('projects:read');
    const { response, text, titles } = await read(basic(password));
    expect(response.status, text).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const made = titles.filter((title) => title && /^(Night|Ferries|Last|Long|No date|Archived)/.test(title));
    expect(made).toEqual(['Last week', 'Ferries', 'Night trains']);
    const ofOne = await read(basic(password), `?channel=${OTHER_CHANNEL}`);
    expect(ofOne.titles).toContain('Ferries');
    expect(ofOne.titles).not.toContain('Night trains');
    expect((await read(basic(password), `?channel=${world.foreign.channel}`)).titles).toEqual([]);
  });

  test('a member reads the dates of assigned channels only', async () => {
    const { titles } = await read(basic(world.tokens.member));
    expect(titles).toContain('Ferries');
    expect(titles).not.toContain('Night trains');
  });

  test('programs are asked for a password, and wrong ones and odd channels are refused', async () => {
    for (const authorization of ['', `Bearer ${world.tokens.owner}`, basic('wrong'), 'Basic ?', 'Basic bm9jb2xvbg==']) {
      const { response } = await read(authorization);
      expect(response.status, authorization).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Basic realm="Cutaway", charset="UTF-8"');
    }
    const other = await read(basic(await newToken('scripts:read')));
    expect(other.response.status).toBe(403);
    expect((await read(basic(world.tokens.stranger))).response.status).toBe(403);
    const odd = await read(basic(world.tokens.owner), '?channel=all');
    expect(odd.response.status).toBe(422);
    expect(JSON.parse(odd.text)).toMatchObject({ errors: { channel: [expect.any(String)] } });
  });
});

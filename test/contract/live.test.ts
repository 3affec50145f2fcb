/** Tests the event stream about changes of others: who may read it, its events, and when it ends. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { ABILITIES, ROLES, TOKEN_ABILITIES } from '#contract/abilities.ts';
import { LIVE_PATH } from '#contract/live.ts';
import type { Presence } from '#contract/schema/people.ts';
import { presences } from '#service/store/schema.ts';
import { createPostgresDatabase } from '#test/support/postgres.ts';
import { DATABASES, startTestService } from '#test/support/service.ts';

import { Client } from './support/client.ts';
import { join } from './support/people.ts';
import { addProject } from './support/projects.ts';
import { CHANNEL, World } from './support/world.ts';

const WAIT = { timeout: 60_000, interval: 20 };

interface Stream {
  readonly topics: string[];
  readonly text: string;
  readonly hasEnded: boolean;
  close(): void;
}

async function listen(baseUrl: string, token: string): Promise<Stream> {
  const controller = new AbortController();
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(baseUrl + LIVE_PATH, { headers, signal: controller.signal });
  expect(response.status, `${response.status}`).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  let hasEnded = false;
  void (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body!) text += decoder.decode(chunk as Uint8Array, { stream: true });
    } catch {
      // The test closed it.
    }
    hasEnded = true;
  })();
  await vi.waitFor(() => expect(text).toContain(': listening'), WAIT);
  return {
    get topics() {
      return [...text.matchAll(/^data: (.*)$/gm)].map(([, topic]) => topic!);
    },
    get text() {
      return text;
    },
    get hasEnded() {
      return hasEnded;
    },
    close: () => controller.abort(),
  };
}

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  const streams: Stream[] = [];
  const openStream = async (token: string): Promise<Stream> => {
    const stream = await listen(world.service.baseUrl, token);
    streams.push(stream);
    return stream;
  };
  beforeAll(async () => {
    world = await World.open(database);
  });
  beforeEach(() => {
    for (const stream of streams.splice(0)) stream.close();
  });
  afterAll(() => world.service.stop());
  const createIdea = (client: Client, title: string) =>
    client.call('ideas.create', { params: { id: CHANNEL }, body: { title } });

  test('a change is announced to others without its content, but not to its author’s app or other teams', async () => {
    const { token } = await join(world, 'editor');
    const [otherStream, ownStream, foreignStream] = [
      await openStream(world.service.token),
      await openStream(token),
      await openStream(world.foreign.secret),
    ];
    await createIdea(world.owner.as(token), 'Secret plan');
    await vi.waitFor(() => expect(otherStream.topics).toContain('ideas'), WAIT);
    await createIdea(world.owner.as(world.foreign.secret), 'Elsewhere');
    await world.owner.data('local.channels.create', { body: { title: 'Seen by the editor' } });
    await vi.waitFor(() => expect(ownStream.topics).toContain('channels'), WAIT);
    expect(otherStream.text).not.toContain('Secret');
    expect(foreignStream.topics.filter((topic) => topic === 'channels')).toEqual([]);
  });

  test('a refused request announces no change', async () => {
    const stream = await openStream(world.tokens.admin);
    expect((await world.owner.call('local.channels.create', { body: {} })).status).toBe(422);
    await world.owner.data('tokens.create', { body: { name: 'A change', abilities: ['scripts:read'] } });
    await vi.waitFor(() => expect(stream.topics).toContain('tokens'), WAIT);
    expect(stream.topics).not.toContain('channels');
  });

  test('the stream ends for somebody who is removed or signed out', async () => {
    const { member, token } = await join(world, 'editor');
    const stream = await openStream(token);
    await world.owner.data('local.members.remove', { params: { member: member.id } });
    await vi.waitFor(() => expect(stream.hasEnded).toBe(true), WAIT);
    const formerMember = await join(world, 'editor');
    const [endedStream] = [await openStream(formerMember.token)];
    await world.owner.as(formerMember.token).data('local.me.leave', { body: { confirm: true } });
    await vi.waitFor(() => expect(endedStream.hasEnded).toBe(true), WAIT);
  });

  test('people are told once who else has a project open that they may see', async () => {
    const [grace, alan] = [await join(world, 'editor', 'Grace'), await join(world, 'viewer', 'Alan')];
    const { id: project } = await addProject(world);
    const setPresence = (token: string, openProject: string | null) =>
      world.owner.as(token).data<Presence>('local.presence.put', { body: { project: openProject } });
    const stream = await openStream(grace.token);
    // The new project may be announced late.
    const countPresenceEvents = () => stream.topics.filter((topic) => topic === 'presence').length;
    expect(await setPresence(grace.token, project)).toEqual({ others: [] });
    expect((await setPresence(alan.token, project)).others).toEqual([{ id: grace.member.id, name: 'Grace' }]);
    await vi.waitFor(() => expect(countPresenceEvents()).toBe(1), WAIT);
    expect((await setPresence(grace.token, project)).others).toEqual([{ id: alan.member.id, name: 'Alan' }]);

    // Repeating it is not announced; leaving is.
    await setPresence(alan.token, project);
    await setPresence(alan.token, null);
    await vi.waitFor(() => expect(countPresenceEvents()).toBe(2), WAIT);
    expect(await setPresence(grace.token, project)).toEqual({ others: [] });

    // Presence expires after a while without a report, and ends at once on signing out.
    await setPresence(alan.token, project);
    await world.write((tx) => tx.update(presences).set({ seen_at: new Date(Date.now() - 60_000) }));
    expect(await setPresence(grace.token, project)).toEqual({ others: [] });
    await setPresence(alan.token, project);
    await world.owner.data('local.members.remove', { params: { member: alan.member.id } });
    expect(await setPresence(grace.token, project)).toEqual({ others: [] });
  });

  test('a new member is seen at once', async () => {
    const stream = await openStream(world.service.token);
    const before = stream.topics.length;
    await join(world, 'viewer');
    await vi.waitFor(() => expect(stream.topics.slice(before)).toContain('people'), WAIT);
  });
});

test('every role may read the stream in the app, but not with a token made through the API', async () => {
  const world = await World.open('pglite');
  const getStatus = async (token: string | null) => {
    const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
    const controller = new AbortController();
    const response = await fetch(world.service.baseUrl + LIVE_PATH, { headers, signal: controller.signal });
    controller.abort();
    return response.status;
  };
  try {
    for (const role of ROLES) {
      expect([role, await getStatus(await world.createToken(role, ABILITIES))]).toEqual([role, 200]);
      expect([role, await getStatus(await world.createToken(role, TOKEN_ABILITIES))]).toEqual([role, 403]);
    }
    for (const token of [null, 'sk_live_unknown', await world.createRevokedToken()])
      expect(await getStatus(token)).toBe(401);
    expect(await getStatus(world.tokens.stranger)).toBe(403);
  } finally {
    await world.service.stop();
  }
});

test('the streams end when the service stops', async () => {
  const service = await startTestService('pglite');
  const stream = await listen(service.baseUrl, service.token);
  await service.stop();
  await vi.waitFor(() => expect(stream.hasEnded).toBe(true), WAIT);
});

describe('two services on one database', () => {
  test('announce changes and removals to each other, and that some may be missed after a lost connection', async () => {
    const databaseUrl = await createPostgresDatabase();
    const firstService = await startTestService('postgresql', { databaseUrl });
    const secondService = await startTestService('postgresql', { databaseUrl });
    try {
      const owner = new Client(firstService.baseUrl, firstService.token);
      const world = { owner } as unknown as World;
      const { member, token } = await join(world, 'editor');
      const stream = await listen(secondService.baseUrl, token);
      await owner.data('ideas.create', { params: { id: CHANNEL }, body: { title: 'Near' } });
      await vi.waitFor(() => expect(stream.topics).toContain('ideas'), WAIT);
      await firstService.store.db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen cutaway_changes' and datname = current_database()`,
      );
      await vi.waitFor(() => expect(stream.topics).toContain('*'), WAIT);
      await owner.data('local.members.remove', { params: { member: member.id } });
      await vi.waitFor(() => expect(stream.hasEnded).toBe(true), WAIT);
    } finally {
      await firstService.stop();
      await secondService.stop();
    }
  });
});

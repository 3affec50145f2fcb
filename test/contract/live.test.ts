/** Tests the stream that tells studios what others changed: who gets it, what it says, and when it ends. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { ABILITIES, ROLES, TOKEN_ABILITIES } from '#contract/abilities.ts';
import { LIVE_PATH } from '#contract/live.ts';
import type { Presence } from '#contract/schema/people.ts';
import { presences } from '#service/store/schema.ts';
import { newPostgresDatabase } from '#test/support/postgres.ts';
import { DATABASES, startTestService } from '#test/support/service.ts';

import { Client } from './support/client.ts';
import { join } from './support/people.ts';
import { newProject } from './support/projects.ts';
import { CHANNEL, World } from './support/world.ts';

const WAIT = { timeout: 60_000, interval: 20 };

interface Stream {
  readonly topics: string[];
  readonly text: string;
  readonly hasEnded: boolean;
  close(): void;
}

async function listen(baseUrl: string, token: string): Promise<Stream> {
  const end = new AbortController();
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(baseUrl + LIVE_PATH, { headers, signal: end.signal });
  expect(response.status, `${response.status}`).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  let hasEnded = false;
  void (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body!) text += decoder.decode(chunk as Uint8Array, { stream: true });
    } catch {
      // It was closed from here.
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
    close: () => end.abort(),
  };
}

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  const streams: Stream[] = [];
  const open = async (token: string): Promise<Stream> => {
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
  const idea = (client: Client, title: string) =>
    client.call('ideas.create', { params: { id: CHANNEL }, body: { title } });

  test('others learn of a change without its content; its own studio and other teams do not', async () => {
    const { token } = await join(world, 'editor');
    const [others, own, foreign] = [
      await open(world.service.token),
      await open(token),
      await open(world.foreign.secret),
    ];
    await idea(world.owner.as(token), 'Secret plan');
    await vi.waitFor(() => expect(others.topics).toContain('ideas'), WAIT);
    await idea(world.owner.as(world.foreign.secret), 'Elsewhere');
    await world.owner.data('local.channels.create', { body: { title: 'Seen by the editor' } });
    await vi.waitFor(() => expect(own.topics).toContain('channels'), WAIT);
    expect(others.text).not.toContain('Secret');
    expect(foreign.topics.filter((topic) => topic === 'channels')).toEqual([]);
  });

  test('what was refused is no change', async () => {
    const stream = await open(world.tokens.admin);
    expect((await world.owner.call('local.channels.create', { body: {} })).status).toBe(422);
    await world.owner.data('tokens.create', { body: { name: 'A change', abilities: ['scripts:read'] } });
    await vi.waitFor(() => expect(stream.topics).toContain('tokens'), WAIT);
    expect(stream.topics).not.toContain('channels');
  });

  test('the stream of somebody who is removed or signed out ends', async () => {
    const { member, token } = await join(world, 'editor');
    const stream = await open(token);
    await world.owner.data('local.members.remove', { params: { member: member.id } });
    await vi.waitFor(() => expect(stream.hasEnded).toBe(true), WAIT);
    const left = await join(world, 'editor');
    const [first] = [await open(left.token)];
    await world.owner.as(left.token).data('local.me.leave', { body: { confirm: true } });
    await vi.waitFor(() => expect(first.hasEnded).toBe(true), WAIT);
  });

  test('people learn who else looks at a project they reach, and once only', async () => {
    const [grace, alan] = [await join(world, 'editor', 'Grace'), await join(world, 'viewer', 'Alan')];
    const { id: project } = await newProject(world);
    const look = (token: string, at: string | null) =>
      world.owner.as(token).data<Presence>('local.presence.put', { body: { project: at } });
    const stream = await open(grace.token);
    // The new project may be announced only now.
    const looks = () => stream.topics.filter((topic) => topic === 'presence').length;
    expect(await look(grace.token, project)).toEqual({ others: [] });
    expect((await look(alan.token, project)).others).toEqual([{ id: grace.member.id, name: 'Grace' }]);
    await vi.waitFor(() => expect(looks()).toBe(1), WAIT);
    expect((await look(grace.token, project)).others).toEqual([{ id: alan.member.id, name: 'Alan' }]);

    // Saying it again is no news; another place is.
    await look(alan.token, project);
    await look(alan.token, null);
    await vi.waitFor(() => expect(looks()).toBe(2), WAIT);
    expect(await look(grace.token, project)).toEqual({ others: [] });

    // A studio that says nothing for a while is forgotten, and one that is signed out at once.
    await look(alan.token, project);
    await world.write((tx) => tx.update(presences).set({ seen_at: new Date(Date.now() - 60_000) }));
    expect(await look(grace.token, project)).toEqual({ others: [] });
    await look(alan.token, project);
    await world.owner.data('local.members.remove', { params: { member: alan.member.id } });
    expect(await look(grace.token, project)).toEqual({ others: [] });
  });

  test('somebody who joins is seen at once', async () => {
    const stream = await open(world.service.token);
    const before = stream.topics.length;
    await join(world, 'viewer');
    await vi.waitFor(() => expect(stream.topics.slice(before)).toContain('people'), WAIT);
  });
});

test('every role has the stream in a studio of its own, and no token made through the API', async () => {
  const world = await World.open('pglite');
  const status = async (token: string | null) => {
    const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
    const end = new AbortController();
    const answer = await fetch(world.service.baseUrl + LIVE_PATH, { headers, signal: end.signal });
    end.abort();
    return answer.status;
  };
  try {
    for (const role of ROLES) {
      expect([role, await status(await world.tokenOf(role, ABILITIES))]).toEqual([role, 200]);
      expect([role, await status(await world.tokenOf(role, TOKEN_ABILITIES))]).toEqual([role, 403]);
    }
    for (const token of [null, 'sk_live_unknown', await world.revoked()]) expect(await status(token)).toBe(401);
    expect(await status(world.tokens.stranger)).toBe(403);
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
  test('tell each other of changes and removals, and that some may be missed after a lost connection', async () => {
    const databaseUrl = await newPostgresDatabase();
    const near = await startTestService('postgresql', { databaseUrl });
    const far = await startTestService('postgresql', { databaseUrl });
    try {
      const owner = new Client(near.baseUrl, near.token);
      const world = { owner } as unknown as World;
      const { member, token } = await join(world, 'editor');
      const stream = await listen(far.baseUrl, token);
      await owner.data('ideas.create', { params: { id: CHANNEL }, body: { title: 'Near' } });
      await vi.waitFor(() => expect(stream.topics).toContain('ideas'), WAIT);
      await near.store.db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen cutaway_changes' and datname = current_database()`,
      );
      await vi.waitFor(() => expect(stream.topics).toContain('*'), WAIT);
      await owner.data('local.members.remove', { params: { member: member.id } });
      await vi.waitFor(() => expect(stream.hasEnded).toBe(true), WAIT);
    } finally {
      await near.stop();
      await far.stop();
    }
  });
});

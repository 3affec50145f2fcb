import { describe, expect, it } from 'vitest';

import type { CallInput, CallOutput } from '#contract/bridge.ts';

import { ApiClient } from '../bridge/api-client.ts';
import { Bridge } from '../bridge/bridge.ts';
import { FakeProfile, TestWindow } from '../drafts/test-window.ts';
import { moveScript } from '../outbox/move-script.ts';
import { createWindowLock } from '../storage/window-lock.ts';
import { EntityCache } from '../query-cache/query-cache.svelte.ts';
import { FakeJournal } from '../storage/fake-journal.ts';
import { RevisionCounter } from '../storage/revision-counter.ts';
import { DetailsStore } from './details.svelte.ts';

const REMOTE = 'acme';

type Answer = CallOutput<'api.call'>;

/** Fakes a service with one script, which others may also change. */
class FakeScripts {
  isAway = false;
  refuses = false;
  revision = 1;
  /** Changes the script between the next read and write, as somebody else would. */
  interferes = false;
  script: Record<string, unknown> = {
    id: 7,
    channel_id: 3,
    script_number: 1,
    title: 'Night trains',
    topic: 'Why they came back',
    angle: null,
    length: 1500,
    format: null,
    language: 'en',
    voice: 'Calm',
    template_id: 4,
    status: 'active',
    production_status: 'planning',
    thread_id: null,
    canvas_url: null,
    has_outline: false,
    has_script: false,
    notes: null,
    hook: null,
    thumbnail: null,
  };
  readonly writes: unknown[] = [];

  answer({ operation, body, if_match }: CallInput<'api.call'>): Answer {
    if (this.isAway) return { kind: 'unreachable', message: 'Nothing answers.', sent: 'no' };
    if (operation === 'scripts.get') return createAnswer({ success: true, data: this.script });
    if (operation === 'tasks.list')
      return createAnswer({ data: [this.#createTask()], meta: { limit: 100, next_cursor: null } });
    if (operation === 'projects.get') {
      const answer = createAnswer({ data: this.#createProject(), meta: {} });
      if (this.interferes) this.revision += 1;
      this.interferes = false;
      return answer;
    }
    if (this.refuses) {
      const message = 'The given data was invalid.';
      return { kind: 'answer', status: 422, etag: null, body: { message, errors: { title: ['Taken.'] } } };
    }
    if (operation === 'projects.update' && if_match !== String(this.revision))
      return {
        kind: 'answer',
        status: 409,
        etag: null,
        body: { error: 'revision_conflict', code: 'revision_conflict' },
      };
    this.writes.push(body);
    this.script = { ...this.script, ...(body as object) };
    this.revision += 1;
    if (operation === 'local.scripts.update') return createAnswer({ success: true, data: this.script });
    return createAnswer({ data: this.#createProject(), meta: { idempotent_replay: false } });
  }

  #createTask() {
    return {
      id: 3,
      title: 'Read the draft aloud',
      project_id: 'project:v1:script:7',
      project_title: this.script['title'],
      channel_id: 3,
      stage: 'scripting',
      required: true,
      due_at: null,
      overdue: false,
    };
  }

  #createProject() {
    const at = '2026-11-26T10:00:00.000Z';
    const { title, topic, angle } = this.script;
    return {
      id: 'project:v1:script:7',
      source: 'script',
      title,
      topic,
      angle,
      revision: String(this.revision),
      stage: 'scripting',
      channel_id: 3,
      idea_id: null,
      script_id: 7,
      script_number: 1,
      archived: false,
      archived_at: null,
      created_at: at,
      updated_at: at,
    };
  }
}

const createAnswer = (body: unknown): Answer => ({ kind: 'answer', status: 200, etag: null, body });

class DetailsWindow extends TestWindow {
  readonly cache: EntityCache;
  readonly details: DetailsStore;

  constructor(profile: FakeProfile, journal: FakeJournal, service: FakeScripts, operations: string[] | null = null) {
    super(profile, journal);
    this.transport.handle('api.call', (input) => service.answer(input));
    const api = new ApiClient(new Bridge(this.transport));
    this.cache = new EntityCache(this.database, api);
    this.details = new DetailsStore({
      store: this.store,
      api,
      cache: this.cache,
      outbox: { amend: (_account, _id, change) => Promise.resolve(change) },
      revisions: new RevisionCounter(),
      operations: () => operations,
      changing: createWindowLock('details'),
      sending: createWindowLock('sending'),
      channel: null,
    });
  }

  async readTitle(account: string): Promise<unknown> {
    return (await this.cache.readEntity(account, 'script', 7))?.value['title'];
  }
}

const setUp = () => ({ profile: new FakeProfile(), journal: new FakeJournal(), service: new FakeScripts() });

describe('details', () => {
  it('shows a new title at once and sends it to the service', async () => {
    const { profile, journal, service } = setUp();
    const window = new DetailsWindow(profile, journal, service);
    const query = window.cache.query(REMOTE, 'scripts.get', { params: { id: 7 } });
    query.open();
    await expect.poll(() => query.value?.data.title).toBe('Night trains');
    await window.details.set(REMOTE, 'script', 7, { title: 'Day trains' });
    expect(query.value?.data.title).toBe('Day trains');
    expect(service.script['title']).toBe('Night trains');
    expect(await window.details.flush(REMOTE, 'script', 7)).toBe(true);
    expect(service.script['title']).toBe('Day trains');
    expect(window.details.getDetails(REMOTE, 'script', 7)).toBeNull();
    expect(query.served?.data.title).toBe('Day trains');
    await window.kill();
  });

  it('shows a script’s new title in its tasks, which keep their own titles', async () => {
    const { profile, journal, service } = setUp();
    const window = new DetailsWindow(profile, journal, service);
    const query = window.cache.query(REMOTE, 'tasks.list', { query: { limit: '100' } });
    query.open();
    await expect.poll(() => query.value?.data[0]?.project_title).toBe('Night trains');
    const renamedTasks = [{ title: 'Read the draft aloud', project_title: 'Day trains' }];
    await window.details.set(REMOTE, 'script', 7, { title: 'Day trains' });
    expect(query.value?.data).toMatchObject(renamedTasks);
    await window.details.flush(REMOTE, 'script', 7);
    expect(query.value?.data).toMatchObject(renamedTasks);
    await window.kill();
  });

  it('keeps a rename made offline across a kill and a lost database, and sends it once later', async () => {
    const { profile, journal, service } = setUp();
    const first = new DetailsWindow(profile, journal, service);
    await first.cache.query(REMOTE, 'scripts.get', { params: { id: 7 } }).refresh();
    service.isAway = true;
    await first.details.set(REMOTE, 'script', 7, { title: 'Written on the train' });
    expect(await first.details.flush(REMOTE, 'script', 7)).toBe(false);
    await first.kill();
    profile.wipe();
    const second = new DetailsWindow(profile, journal, service);
    await second.store.recover();
    await second.details.load();
    expect(second.details.getDetails(REMOTE, 'script', 7)).toMatchObject({ waiting: ['title'] });
    service.isAway = false;
    await second.details.wake();
    await second.details.wake();
    expect(service.writes).toEqual([{ title: 'Written on the train' }]);
    await second.kill();
  });

  it('stores waiting changes when the page is left', async () => {
    const { profile, journal, service } = setUp();
    const first = new DetailsWindow(profile, journal, service);
    const unlink = first.details.link(window);
    service.isAway = true;
    await first.details.set(REMOTE, 'script', 7, { notes: 'Ask the museum.' });
    void first.details.set(REMOTE, 'script', 7, { length: 2400 });
    window.dispatchEvent(new Event('pagehide'));
    unlink();
    await first.kill();
    const second = new DetailsWindow(profile, journal, service);
    await second.store.recover();
    await second.details.load();
    expect(second.details.getDetails(REMOTE, 'script', 7)?.fields).toEqual({ notes: 'Ask the museum.', length: 2400 });
    await second.kill();
  });

  it('overwrites a change made at the service meanwhile', async () => {
    const { profile, journal, service } = setUp();
    const window = new DetailsWindow(profile, journal, service);
    service.interferes = true;
    await window.details.set(REMOTE, 'script', 7, { angle: 'From the driver’s seat' });
    await window.details.flush(REMOTE, 'script', 7);
    expect(service.script['angle']).toBe('From the driver’s seat');
    await window.kill();
  });

  it('keeps values that a service can’t change on this computer, shows them, and can discard them', async () => {
    const { profile, journal, service } = setUp();
    const window = new DetailsWindow(profile, journal, service);
    const query = window.cache.query(REMOTE, 'scripts.get', { params: { id: 7 } });
    await query.refresh();
    await window.details.set(REMOTE, 'script', 7, { length: 900, voice_id: null, voice: null, template_id: null });
    await window.details.flush(REMOTE, 'script', 7);
    expect(query.value?.data).toMatchObject({ length: 900, voice: null, template_id: null });
    expect(window.details.getDetails(REMOTE, 'script', 7)).toMatchObject({ waiting: [] });
    expect(service.writes).toEqual([]);
    await window.details.reset(REMOTE, 'script', 7, ['length']);
    expect(query.value?.data).toMatchObject({ length: 1500, voice: null });
    await window.kill();
  });

  it('sends everything to the local service, and no voice if none was chosen', async () => {
    const { profile, journal, service } = setUp();
    const window = new DetailsWindow(profile, journal, service);
    await window.details.set('local', 'script', 7, { length: 900, voice_id: null, voice: null });
    expect(await window.details.flush('local', 'script', 7)).toBe(true);
    expect(service.writes).toEqual([{ length: 900, voice_id: null }]);
    await window.kill();
  });

  it('keeps a refused title on this computer and says why', async () => {
    const { profile, journal, service } = setUp();
    const window = new DetailsWindow(profile, journal, service);
    service.refuses = true;
    await window.details.set(REMOTE, 'script', 7, { title: 'Taken' });
    await window.details.flush(REMOTE, 'script', 7);
    const details = window.details.getDetails(REMOTE, 'script', 7);
    expect(details).toMatchObject({ fields: { title: 'Taken' }, waiting: [] });
    expect(details?.reason).not.toBeNull();
    await window.kill();
  });

  it('sends nothing to a service without the operation for it', async () => {
    const { profile, journal, service } = setUp();
    const window = new DetailsWindow(profile, journal, service, ['scripts.list']);
    await window.details.set(REMOTE, 'script', 7, { title: 'Here only' });
    expect(window.details.canSend(REMOTE, 'script', 'title')).toBe(false);
    expect(window.details.getDetails(REMOTE, 'script', 7)?.waiting).toEqual([]);
    await window.kill();
  });

  it('follows a script to the id its service gives it', async () => {
    const { profile, journal, service } = setUp();
    const window = new DetailsWindow(profile, journal, service);
    await window.details.set(REMOTE, 'script', -5, { title: 'Renamed before it was sent', format: 'News' });
    expect(await moveScript(window.store, REMOTE, -5, 7)).toBe(true);
    await window.details.wake();
    expect(service.script['title']).toBe('Renamed before it was sent');
    expect(window.details.getDetails(REMOTE, 'script', 7)?.fields).toEqual({ format: 'News' });
    expect(window.details.getDetails(REMOTE, 'script', -5)).toBeNull();
    await window.kill();
  });
});

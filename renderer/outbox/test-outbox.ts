import type { CallInput, CallOutput } from '#contract/bridge.ts';

import { ApiClient } from '../bridge/api-client.ts';
import { Bridge } from '../bridge/bridge.ts';
import type { FakeJournal } from '../storage/fake-journal.ts';
import { Outbox } from './outbox.svelte.ts';
import type { QueuedItem } from './outbox-item.ts';
import { RevisionCounter } from '../storage/revision-counter.ts';
import { type FakeProfile, TestWindow } from '../drafts/test-window.ts';
import { createWindowLock } from '../storage/window-lock.ts';

type Answer = CallOutput<'api.call'>;
type Thing = Record<string, unknown> & { id: number; title: string };

/** Fakes a service in memory that accepts ideas and scripts, and can be unreachable or lose its answers. */
export class FakeService {
  readonly things: Thing[] = [];
  /** Titles in order of arrival. */
  readonly arrivedTitles: string[] = [];
  state: 'working' | 'unreachable' | 'lose-answer' | 'lose-request' | 'refuse' | 'broken' = 'working';
  #next = 1;

  /** Adds an item created by someone else. */
  add(title: string, rest: Record<string, unknown> = {}): number {
    const id = this.#next++;
    this.things.unshift({ ...idea, ...script, title, ...rest, id });
    return id;
  }

  answer({ operation, body, query }: CallInput<'api.call'>): Answer {
    if (this.state === 'unreachable') return { kind: 'unreachable', message: 'Nothing answers.', sent: 'no' };
    if (operation === 'ideas.list' || operation === 'scripts.list') {
      const words = String(query?.['search'] ?? '');
      const data = this.things.filter(({ title }) => title.includes(words));
      const pagination = { current_page: 1, per_page: 100, total: data.length, last_page: 1 };
      return { kind: 'answer', status: 200, etag: null, body: { success: true, data, pagination } };
    }
    const fields = body as { title: string };
    if (this.state === 'refuse') {
      const message = 'The given data was invalid.';
      return { kind: 'answer', status: 422, etag: null, body: { message, errors: { title: ['Too dull.'] } } };
    }
    if (this.state === 'lose-request') return { kind: 'unreachable', message: 'It broke off.', sent: 'unclear' };
    const id = this.add(fields.title, fields);
    this.arrivedTitles.push(fields.title);
    if (this.state === 'lose-answer') return { kind: 'unreachable', message: 'It broke off.', sent: 'unclear' };
    if (this.state === 'broken') return { kind: 'answer', status: 502, etag: null, body: { message: 'Bad gateway' } };
    const newScript = { script_id: id, script_number: id, thread_id: null, status: 'active', canvas_url: null };
    const data = operation === 'ideas.create' ? this.things[0] : newScript;
    return { kind: 'answer', status: 201, etag: null, body: { success: true, data } };
  }
}

const idea = {
  channel_id: 3,
  topic: null,
  angle: null,
  suggested_length: null,
  suggested_template_id: null,
  status: 'new',
  script_id: null,
  source_type: 'user_added',
  thumbnail_concept: null,
  outlier_score: null,
  notes: null,
};
const script = {
  script_number: 1,
  topic: 'A topic',
  length: 300,
  format: null,
  language: 'en',
  voice: null,
  template_id: null,
  production_status: 'planning',
  thread_id: null,
  canvas_url: null,
  has_outline: false,
  has_script: false,
};

/** Runs a window with an outbox; `dies` kills it in the middle of an act. */
export class OutboxWindow extends TestWindow {
  readonly outbox: Outbox;
  /** True if the service creates scripts from a title alone; null while that is unknown. */
  takesTitles: boolean | null = true;
  readonly dead: Promise<null>;
  #die: (value: null) => void = () => undefined;

  constructor(profile: FakeProfile, journal: FakeJournal, service: FakeService, dies: () => boolean = () => false) {
    super(profile, journal);
    this.dead = new Promise((resolve) => (this.#die = resolve));
    const mayDie = <T>(value: T): T | Promise<never> => {
      if (!dies()) return value;
      void this.kill();
      return new Promise<never>(() => undefined);
    };
    const { transport } = this;
    const invoke = transport.invoke.bind(transport);
    // The window may die at each call to the host, before or after its effect.
    transport.invoke = async (name, input) => {
      const matters = name === 'journal.write' || name === 'journal.remove' || name === 'api.call';
      if (matters) await mayDie(null);
      const answer = await invoke(name, input);
      return matters ? mayDie(answer) : answer;
    };
    transport.handle('api.call', (input) => service.answer(input));
    this.outbox = new Outbox({
      store: this.store,
      drafts: this.drafts,
      api: new ApiClient(new Bridge(transport)),
      revisions: new RevisionCounter(),
      sending: createWindowLock('outbox'),
      changing: createWindowLock('item'),
      channel: null,
      acceptsTitlesAlone: () => this.takesTitles,
      maxWaitMs: 60_000,
    });
  }

  override async kill(): Promise<void> {
    this.#die(null);
    await super.kill();
  }

  submitItem(title: string, operation: QueuedItem['operation'] = 'scripts.create') {
    const body = operation === 'ideas.create' ? { title } : { title, topic: 'A topic', length: 300 };
    return this.outbox.submit({ account: 'local', channelId: 3, operation, title, body });
  }
}

/** Disables a safeguard: items being sent count as not sent. */
export function forgetSending(journal: FakeJournal): void {
  for (const [key, entry] of journal.entries) {
    if (!key.startsWith('outbox/') || !['sending', 'asking'].includes(String(entry.value['state']))) continue;
    journal.entries.set(key, { ...entry, rev: entry.rev + 4096, value: { ...entry.value, state: 'waiting' } });
  }
}

import { beforeEach, describe, expect, it } from 'vitest';

import type { ProjectComment } from '#contract/schema/project.ts';
import type { ApiClient } from '#renderer/bridge/api-client.ts';
import { toAnchor } from '#markdown/comments/text-anchor.ts';
import { FakeProfile, TestWindow } from '#renderer/drafts/test-window.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { CommentStore } from './comment-store.ts';
import { CommentSync, getProject } from './comment-sync.ts';
import { OPEN_STATE, type StoredComment } from './comment-thread.ts';

const TEXT = 'The line sold 41 berths in 1994. It was late.';
const PROJECT = getProject(14);
const LATER = Date.now() + 60_000;

/** Fakes the comments of a project, with one comment per idempotency key. */
class FakeProject {
  readonly comments: ProjectComment[] = [];
  readonly #keys = new Map<string, ProjectComment>();
  /** Stores comments but answers as if unreachable. */
  losesAnswers = false;
  refuses = false;

  createApiFor(name: string): Pick<ApiClient, 'call'> {
    const call = ((
      _account: string,
      _id: string,
      { body, idempotencyKey = '' }: { body: { body: string }; idempotencyKey?: string },
    ) => {
      if (this.refuses) return Promise.resolve({ ok: false, failure: { kind: 'refused', error: {} } });
      const id = this.comments.length + 1;
      const comment = this.#keys.get(idempotencyKey) ?? {
        id,
        body: body.body,
        author: { id: name.length, name },
        mentioned_user_ids: [],
        edited_at: null,
        created_at: new Date(Date.UTC(2026, 10, 21, 10, id)).toISOString(),
      };
      if (!this.#keys.has(idempotencyKey)) this.comments.push(comment);
      this.#keys.set(idempotencyKey, comment);
      if (this.losesAnswers)
        return Promise.resolve({ ok: false, failure: { kind: 'unreachable', message: '', sent: 'unclear' } });
      return Promise.resolve({ ok: true, status: 201, body: { data: comment, meta: { no_op: false } }, etag: null });
    }) as unknown as ApiClient['call'];
    return { call };
  }
}

let project = new FakeProject();
beforeEach(() => {
  project = new FakeProject();
});

function openPerson(name: string) {
  const window = new TestWindow(new FakeProfile(), new FakeJournal());
  const store = new CommentStore({ store: window.store, account: 'team', scriptId: 14, channel: null });
  const sync = new CommentSync({ api: project.createApiFor(name), account: 'team', store, withLock: (work) => work() });
  const exchange = async (now = Date.now()) => {
    const failure = await sync.send(PROJECT, now);
    await sync.receive(project.comments, TEXT);
    return failure;
  };
  return { store, exchange };
}

const createThread = (words: string, overrides: object = {}): StoredComment => ({
  type: 'thread',
  kind: 'script',
  author: { name: null, mine: true },
  at: '2026-11-21T09:00:00.000Z',
  text: 'Source?',
  replacement: null,
  anchor: toAnchor(TEXT, { from: TEXT.indexOf(words), to: TEXT.indexOf(words) + words.length }),
  sent: null,
  ...overrides,
});
const createReply = (of: string, text: string): StoredComment => ({
  type: 'reply',
  thread: of,
  author: { name: null, mine: true },
  at: '2026-11-21T09:05:00.000Z',
  text,
  sent: null,
});
const createState = (of: string, threadId: 'resolved' | 'deleted' | 'reopened'): StoredComment => ({
  ...OPEN_STATE,
  type: 'state',
  thread: of,
  status: threadId === 'resolved' ? 'resolved' : 'open',
  deleted: threadId === 'deleted',
  at: new Date().toISOString(),
  unsent: threadId,
});

describe('comments of a script and its project', () => {
  it('reach the others on the project, with their quotes, replies and decisions', async () => {
    const [ada, ben] = [openPerson('Ada'), openPerson('Ben')];
    await ada.store.put('thread000001', createThread('41 berths', { replacement: '42 berths' }));
    await ada.exchange();
    await ben.exchange();
    expect(ben.store.threads).toMatchObject([
      {
        text: 'Source?',
        replacement: '42 berths',
        author: { name: 'Ada', mine: false },
        anchor: { quote: '41 berths', at: 14 },
      },
    ]);
    await ben.store.put('reply0000001', createReply('thread000001', 'The yearbook.'));
    await ben.store.put('thread000001-state', createState('thread000001', 'resolved'));
    await ben.exchange();
    await ada.exchange();
    expect(ada.store.threads).toMatchObject([
      {
        author: { name: 'Ada', mine: true },
        replies: [{ text: 'The yearbook.', author: { name: 'Ben', mine: false } }],
        state: { status: 'resolved', by: { name: 'Ben' } },
      },
    ]);
    await ada.store.put('thread000001-state', {
      ...createState('thread000001', 'reopened'),
      seen: ada.store.threads[0]?.state.seen,
    } as StoredComment);
    await ada.exchange();
    await ben.exchange();
    expect(ben.store.threads).toMatchObject([{ state: { status: 'open', unsent: null } }]);
  });

  it('are sent once, even if the answer is lost', async () => {
    const ada = openPerson('Ada');
    await ada.store.put('thread000001', createThread('41 berths'));
    project.losesAnswers = true;
    expect(await ada.exchange()).toMatchObject({ kind: 'unreachable' });
    project.losesAnswers = false;
    expect(ada.store.threads).toMatchObject([{ sent: 1 }]);
    await Promise.all([ada.exchange(), ada.exchange()]);
    expect(project.comments).toHaveLength(1);
  });

  it('stay on this computer while the service refuses them, and are sent once it accepts them', async () => {
    const ada = openPerson('Ada');
    await ada.store.put('thread000001', createThread('41 berths'));
    project.refuses = true;
    expect(await ada.exchange()).toMatchObject({ kind: 'refused' });
    expect(ada.store.threads).toMatchObject([{ sent: null, text: 'Source?' }]);
    project.refuses = false;
    expect(await ada.exchange()).toBe(null);
    expect(project.comments).toHaveLength(1);
  });

  it('are never sent if deleted first; later deletions are sent once they can’t be undone', async () => {
    const ada = openPerson('Ada');
    await ada.store.put('thread000001', createThread('41 berths'));
    await ada.store.put('thread000001-state', createState('thread000001', 'deleted'));
    await ada.exchange(LATER);
    expect(project.comments).toEqual([]);
    await ada.store.put('thread000002', createThread('It was late.'));
    await ada.exchange();
    await ada.store.put('thread000002-state', createState('thread000002', 'deleted'));
    await ada.exchange();
    expect(project.comments).toHaveLength(1);
    await ada.exchange(LATER);
    expect(project.comments[1]?.body).toBe('Deleted the comment on “It was late.”.\n\n[deleted thread000002]');
  });

  it('are never sent if others wrote them in an imported document', async () => {
    const ada = openPerson('Ada');
    await ada.store.put('thread000001', createThread('41 berths', { author: { name: 'An editor', mine: false } }));
    await ada.exchange();
    expect(project.comments).toEqual([]);
  });

  it('include comments from another client only if they quote the script', async () => {
    const ada = openPerson('Ada');
    const otherClient = project.createApiFor('Cleo');
    for (const body of [
      '> 41 berths in 1994\n\nI count 42.',
      'Nice script!',
      '> words of another script\n\nHm.',
      '[0:12] Louder',
    ])
      await otherClient.call('team', 'projects.comments.create', {
        params: { project: PROJECT },
        body: { body },
        idempotencyKey: body,
      });
    await ada.exchange();
    await ada.exchange();
    expect(ada.store.threads).toMatchObject([
      { text: 'I count 42.', author: { name: 'Cleo' }, anchor: { quote: '41 berths in 1994' } },
    ]);
  });
});

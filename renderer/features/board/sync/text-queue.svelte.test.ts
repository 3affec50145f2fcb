import { untrack } from 'svelte';
import { expect, onTestFinished, test } from 'vitest';

import type { ApiAnswer } from '#contract/bridge.ts';
import type { BoardItem } from '#contract/schema/thumbnail.ts';
import { Accounts } from '#renderer/app-state/accounts.svelte.ts';
import { ApiClient } from '#renderer/bridge/api-client.ts';
import { Bridge } from '#renderer/bridge/bridge.ts';
import { EntityCache } from '#renderer/query-cache/query-cache.svelte.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { FakeProfile, TestWindow } from '#renderer/drafts/test-window.ts';

import { Board } from '../model/board.svelte.ts';
import { DEFAULT_TEXT } from '../model/items.ts';
import { TextQueue } from './text-queue.svelte.ts';

type Request = { operation: string; body?: Record<string, unknown>; idempotency_key?: string };

const style = {
  font: 'impact',
  size: 120,
  fill: '#FFFFFF',
  stroke: '#000000',
  stroke_width: 12,
  background: null,
  align: 'center',
};
const BLANK_ITEM = { status: 'ready', frame_id: null, url: null, label: null, usage: null, prompt: null };
const UNASSIGNED = { assigned_script_id: null, assigned_script_title: null };

/** Fakes a service with a board of texts, as far as the board screen uses it. */
class FakeBoard {
  readonly requests: Request[] = [];
  items: BoardItem[] = [];
  /** Answers to give before the regular ones. */
  answers: ApiAnswer[] = [];
  readonly #byKey = new Map<string, BoardItem>();

  answer(request: Request): ApiAnswer {
    if (request.operation === 'board.get') {
      const data = { channel_id: 1, board_id: 1, studio_url: '', credits_remaining: 5, items: this.items };
      return { kind: 'answer', status: 200, body: { success: true, data }, etag: null };
    }
    this.requests.push(request);
    const preset = this.answers.shift();
    const isRefused = preset?.kind === 'answer' || (preset?.kind === 'unreachable' && preset.sent === 'no');
    const item = isRefused ? null : this.#write(request);
    return preset ?? { kind: 'answer', status: 200, body: { success: true, data: { board_id: 1, item } }, etag: null };
  }

  #write({ body = {}, idempotency_key: key = '' }: Request): BoardItem {
    const existing = this.#byKey.get(key);
    if (existing) return existing;
    const { item_id, content, x, y, ...rest } = body as { item_id?: number; content: string; x: number; y: number };
    const id = item_id ?? this.items.length + 1;
    const size = { width: 300, height: 148 };
    const item: BoardItem = {
      id,
      type: 'text',
      ...BLANK_ITEM,
      ...UNASSIGNED,
      ...size,
      x,
      y,
      content,
      source: 'text',
      style: { ...style, ...rest },
    };
    this.items = [...this.items.filter((other) => other.id !== id), item];
    if (key !== '') this.#byKey.set(key, item);
    return item;
  }
}

async function openBoard(service = new FakeBoard(), profile = new FakeProfile(), journal = new FakeJournal()) {
  const window = new TestWindow(profile, journal);
  window.transport.handle('api.call', (input) => service.answer(input as Request));
  const api = new ApiClient(new Bridge(window.transport));
  const cache = new EntityCache(window.database, api);
  const accounts = new Accounts(new Bridge(window.transport));
  const board = new Board({ accounts, cache, forms: window.forms }, 'local', 1);
  board.query.open();
  await board.open();
  await expect.poll(() => board.query.value, { timeout: 60_000 }).not.toBeNull();
  const texts = new TextQueue({ api }, board, { rest: 0, limited: 5, unreachable: 5 });
  texts.applyServiceTexts();
  // Mirrors what the screen does.
  const stop = $effect.root(() => {
    $effect(() => {
      void [texts.queuedCount, board.items];
      untrack(() => texts.wake());
    });
  });
  onTestFinished(() => {
    stop();
    texts.close();
  });
  return { board, texts, service, profile, journal, window };
}

const changeText = (board: Board, content: string, key = 'nA') =>
  board.change('Change', {
    [key]: { kind: 'text', x: 10, y: 20, width: 300, height: 148, z: 1, text: { ...DEFAULT_TEXT, content } },
  });

const expectState = (texts: TextQueue, state: string) =>
  expect.poll(() => texts.state, { timeout: 60_000, interval: 5 }).toBe(state);

test('resends the same text under the same key until the service confirms its id', async () => {
  const { board, texts, service } = await openBoard();
  service.answers = [{ kind: 'unreachable', message: 'Gone.', sent: 'unclear' }];
  changeText(board, 'Nobody');
  await expect.poll(() => service.requests.length).toBeGreaterThan(0);
  changeText(board, 'Nobody came');
  await expectState(texts, 'sent');
  expect(service.items.map(({ content }) => content)).toEqual(['Nobody came']);
  const [first, second, third] = service.requests;
  expect(second).toEqual(first);
  expect(third?.body).toMatchObject({ item_id: 1, content: 'Nobody came' });
  expect(board.items).toHaveLength(1);
});

test('texts queued offline survive a kill of the window and are sent later', async () => {
  const first = await openBoard();
  first.service.answers = Array.from(
    { length: 999 },
    () => ({ kind: 'unreachable', message: 'Away.', sent: 'no' }) as const,
  );
  changeText(first.board, 'Later');
  await expectState(first.texts, 'unreachable');
  expect(first.texts.queuedCount).toBe(1);
  await expect.poll(() => first.board.saveStatus?.state, { timeout: 60_000 }).toBe('saved');
  first.texts.close();
  await first.window.kill();
  first.service.answers = [];

  const reopenedBoard = await openBoard(first.service, first.profile, first.journal);
  expect(reopenedBoard.texts.queuedCount).toBe(1);
  await expectState(reopenedBoard.texts, 'sent');
  expect(reopenedBoard.service.items.map(({ content }) => content)).toEqual(['Later']);
});

test('shows that it waits when it is rate limited', async () => {
  const { board, texts, service } = await openBoard();
  const limitAnswer = { kind: 'answer', status: 429, body: { error: 'rate_limit_exceeded' }, etag: null } as const;
  service.answers = [limitAnswer, limitAnswer];
  const states = new Set<string>();
  changeText(board, 'One');
  await expect
    .poll(
      () => {
        states.add(texts.state);
        return texts.state;
      },
      { interval: 1 },
    )
    .toBe('sent');
  expect([...states]).toContain('limited');
  expect(service.items).toHaveLength(1);
});

test('adopts changes from elsewhere, and asks the person when both sides changed', async () => {
  const { board, texts, service } = await openBoard();
  changeText(board, 'Ours');
  // A text keeps the fields the service does not have.
  const effects = { outer: { color: '#FF0000', width: 8 }, fill_to: '#00FF00', padding: 12, leading: 90 };
  board.change('Change', { nA: { text: { ...DEFAULT_TEXT, content: 'Ours', ...effects } } });
  await expectState(texts, 'sent');
  const changeElsewhere = async (content: string): Promise<void> => {
    service.items = service.items.map((item) => ({ ...item, content }));
    await board.query.refresh();
    texts.applyServiceTexts();
  };
  await changeElsewhere('Theirs');
  expect(board.getItem('nA')?.text).toMatchObject({ content: 'Theirs', ...effects });
  expect(texts.state).toBe('sent');

  board.change('Change', { nA: { text: { ...DEFAULT_TEXT, content: 'Ours again' } } });
  await changeElsewhere('Theirs again');
  expect(texts.conflicts.map(({ name }) => name)).toEqual(['Ours again']);
  expect(board.getItem('nA')?.text?.content).toBe('Ours again');
  texts.resolveConflict('nA', 'mine');
  await expectState(texts, 'sent');
  expect(service.items[0]?.content).toBe('Ours again');

  board.change('Change', { nA: { text: { ...DEFAULT_TEXT, content: 'Not this' } } });
  await changeElsewhere('This');
  texts.resolveConflict('nA', 'theirs');
  expect(board.getItem('nA')?.text?.content).toBe('This');
  expect(texts.state).toBe('sent');
  board.undo();
  expect(board.getItem('nA')?.text?.content).toBe('Not this');
});

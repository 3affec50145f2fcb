import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { FakeJournal } from '../storage/fake-journal.ts';
import { isOpen, type QueuedItem } from './outbox-item.ts';
import { FakeService, forgetSending, OutboxWindow } from './test-outbox.ts';
import { FakeProfile } from '../drafts/test-window.ts';

const setUp = () => ({ profile: new FakeProfile(), journal: new FakeJournal(), service: new FakeService() });
const listStates = (window: OutboxWindow) => window.outbox.open.map(({ title, state }) => `${title}: ${state}`);
const getItem = (creation: Awaited<ReturnType<OutboxWindow['submitItem']>>): QueuedItem => {
  if (!('item' in creation)) throw new Error('It was refused.');
  return creation.item;
};

describe('the outbox', () => {
  it('sends items at once when the service is available', async () => {
    const { profile, journal, service } = setUp();
    const window = new OutboxWindow(profile, journal, service);
    expect(getItem(await window.submitItem('Night trains', 'ideas.create'))).toMatchObject({ state: 'done', made: 1 });
    expect(window.outbox.open).toEqual([]);
    await window.kill();
  });

  it('sends a title alone only to a service that creates scripts from it, once that is known', async () => {
    const { profile, journal, service } = setUp();
    const window = new OutboxWindow(profile, journal, service);
    const make = (title: string) =>
      window.outbox.submit({ account: 'remote', channelId: 3, operation: 'scripts.create', title, body: { title } });
    window.takesTitles = null;
    service.state = 'unreachable';
    await make('Early');
    service.state = 'working';
    await window.outbox.wake();
    expect(listStates(window)).toEqual(['Early: waiting']);
    window.takesTitles = true;
    await window.outbox.wake();
    expect(service.arrivedTitles).toEqual(['Early']);
    window.takesTitles = false;
    await make('Bare');
    expect(listStates(window)).toEqual(['Bare: incomplete']);
    expect(service.arrivedTitles).toEqual(['Early']);
    await window.kill();
  });

  it('keeps items across an outage, a kill and a lost database, and sends them in order', async () => {
    const { profile, journal, service } = setUp();
    service.state = 'unreachable';
    const first = new OutboxWindow(profile, journal, service);
    await first.submitItem('One', 'ideas.create');
    await first.submitItem('Two');
    await first.submitItem('Three', 'ideas.create');
    expect(listStates(first)).toEqual(['One: waiting', 'Two: waiting', 'Three: waiting']);
    expect(first.outbox.open[0]?.reason).toContain('Nothing answers.');
    await first.kill();
    profile.wipe();
    const second = new OutboxWindow(profile, journal, service);
    await second.store.recover();
    service.state = 'working';
    await second.outbox.wake();
    expect(service.arrivedTitles).toEqual(['One', 'Two', 'Three']);
    expect(second.outbox.open).toEqual([]);
    await second.kill();
  });

  it('sends nothing unless the disk has recorded it, so a lost database causes no duplicate', async () => {
    const { profile, journal, service } = setUp();
    service.state = 'unreachable';
    const first = new OutboxWindow(profile, journal, service);
    await first.submitItem('Once');
    journal.failure = 'The disk is full.';
    service.state = 'working';
    await first.outbox.wake();
    expect(listStates(first)).toEqual(['Once: waiting']);
    await first.kill();
    profile.wipe();
    journal.failure = null;
    const second = new OutboxWindow(profile, journal, service);
    await second.store.recover();
    await second.outbox.wake();
    expect(service.arrivedTitles).toEqual(['Once']);
    await second.kill();
  });

  it('returns an immediate refusal and keeps nothing of it', async () => {
    const { profile, journal, service } = setUp();
    service.state = 'refuse';
    const window = new OutboxWindow(profile, journal, service);
    expect(await window.submitItem('Dull')).toMatchObject({ failure: { kind: 'refused' } });
    expect(window.outbox.open).toEqual([]);
    await window.kill();
  });

  it('reports why an item was refused later, sends the others, and resends it once corrected', async () => {
    const { profile, journal, service } = setUp();
    const window = new OutboxWindow(profile, journal, service);
    service.state = 'unreachable';
    const item = getItem(await window.submitItem('Dull'));
    service.state = 'refuse';
    await window.outbox.wake();
    expect(window.outbox.open[0]).toMatchObject({ state: 'refused' });
    expect(window.outbox.open[0]?.reason).toMatch(/\w/);
    service.state = 'working';
    await window.outbox.replaceContent(item, 'Bright', { title: 'Bright', topic: 'A topic', length: 300 });
    expect(service.arrivedTitles).toEqual(['Bright']);
    await window.kill();
  });

  it('discards an item and can restore it', async () => {
    const { profile, journal, service } = setUp();
    const window = new OutboxWindow(profile, journal, service);
    service.state = 'unreachable';
    const item = getItem(await window.submitItem('Perhaps'));
    await window.outbox.discard(item);
    service.state = 'working';
    await window.outbox.wake();
    expect(service.arrivedTitles).toEqual([]);
    await window.outbox.restore(item);
    expect(service.arrivedTitles).toEqual(['Perhaps']);
    await window.kill();
  });

  it.each(['lose-answer', 'broken'] as const)(
    'finds an item that was stored although its answer was lost (%s)',
    async (state) => {
      const { profile, journal, service } = setUp();
      service.add('Twice told', { topic: 'A topic' });
      service.state = state;
      const window = new OutboxWindow(profile, journal, service);
      expect(getItem(await window.submitItem('Twice told'))).toMatchObject({ state: 'done', made: 2 });
      expect(service.arrivedTitles).toEqual(['Twice told']);
      await window.kill();
    },
  );

  it('asks the person when a lookup is inconclusive, and resends only on request', async () => {
    const { profile, journal, service } = setUp();
    service.state = 'lose-request';
    const window = new OutboxWindow(profile, journal, service);
    const item = getItem(await window.submitItem('Where is it'));
    expect(listStates(window)).toEqual(['Where is it: asking']);
    service.state = 'working';
    await window.outbox.wake();
    expect(service.arrivedTitles).toEqual([]);
    await window.outbox.checkAgain(item);
    expect(listStates(window)).toEqual(['Where is it: asking']);
    await window.outbox.retry(item);
    expect(service.arrivedTitles).toEqual(['Where is it']);
    await window.kill();
  });

  it('does not mistake another item with the same title for its own', async () => {
    const { profile, journal, service } = setUp();
    service.state = 'lose-request';
    const window = new OutboxWindow(profile, journal, service);
    const item = getItem(await window.submitItem('Same name'));
    service.state = 'working';
    const otherId = service.add('Same name', { topic: 'Something else' });
    await window.outbox.checkAgain(item);
    expect(window.outbox.open[0]).toMatchObject({ state: 'asking', candidates: [otherId] });
    // An item of the same title that is sent later must not be mistaken for it either.
    await window.submitItem('Same name');
    await window.outbox.checkAgain(item);
    expect(window.outbox.open[0]).toMatchObject({ state: 'asking', candidates: [otherId] });
    await window.outbox.confirmMade(item, otherId);
    expect(window.outbox.open).toEqual([]);
    await window.kill();
  });

  it('moves an open draft to its new id, including text typed meanwhile', async () => {
    const { profile, journal, service } = setUp();
    service.state = 'unreachable';
    const window = new OutboxWindow(profile, journal, service);
    const item = getItem(await window.submitItem('Written offline'));
    const draft = await window.drafts.open('local', item.id, 'script');
    draft.change('Saved. ');
    await draft.flush();
    draft.change('Saved. Typed since. ');
    service.state = 'working';
    const woken = window.outbox.wake();
    draft.change('Saved. Typed since. And while it was sent.');
    await woken;
    const serviceId = (await window.outbox.find('local', item.id))?.made;
    expect(draft.scriptId).toBe(serviceId);
    draft.change('Saved. Typed since. And while it was sent. And after.');
    expect(await draft.flush()).toMatchObject({ state: 'saved' });
    expect(journal.entries.get(`draft/local/${serviceId}/script`)?.value['text']).toBe(draft.text);
    expect((await window.drafts.list('local')).map(({ scriptId }) => scriptId)).toEqual([serviceId]);
    await window.kill();
  });

  it('moves what another window still writes under the old id', async () => {
    const { profile, journal, service } = setUp();
    service.state = 'unreachable';
    const [one, two] = [new OutboxWindow(profile, journal, service), new OutboxWindow(profile, journal, service)];
    const item = getItem(await one.submitItem('Two windows'));
    const draft = await two.drafts.open('local', item.id, 'script');
    service.state = 'working';
    await one.outbox.wake();
    draft.change('Nobody told this window.');
    await draft.flush();
    await one.outbox.wake();
    expect((await one.drafts.list('local')).map(({ scriptId, text }) => [scriptId, text])).toEqual([
      [1, 'Nobody told this window.'],
    ]);
    await Promise.all([one.kill(), two.kill()]);
  });
});

describe('a finished item', () => {
  const listEntries = (journal: FakeJournal) =>
    [...journal.entries.values()].filter(({ key }) => /^outbox\/local\/\d+$/.test(key));

  it('is removed from disk and window, and its old id still leads to the service’s id', async () => {
    const { profile, journal, service } = setUp();
    service.state = 'unreachable';
    const window = new OutboxWindow(profile, journal, service);
    const item = getItem(await window.submitItem('Sent', 'scripts.create'));
    await window.submitItem('Waits', 'ideas.create');
    const checks = await window.forms.open<{ checked: string[] }>('local', `sources-${item.id}`);
    checks.change({ checked: ['one', 'two'] });
    const takes = await window.forms.open('local', `takes-${item.id}`);
    takes.change({ takes: [{ id: 'first' }], paces: [] });
    await takes.close();
    await checks.close();
    expect(listEntries(journal)).toHaveLength(2);
    service.state = 'working';
    await window.outbox.wake();
    expect(listEntries(journal)).toEqual([]);
    const storedEntries = await window.store.list('outbox/local/');
    expect(storedEntries.map(({ key }) => key)).toEqual(['outbox/local/done']);
    await window.kill();

    const next = new OutboxWindow(profile, journal, service);
    await next.store.recover();
    expect(await next.outbox.find('local', item.id)).toMatchObject({ state: 'done', made: 1 });
    expect(await next.outbox.find('local', item.id - 1)).toBeNull();
    // The checked sentences were moved.
    const movedForm = await next.forms.open<{ checked: string[] }>('local', 'sources-1');
    expect(movedForm.value.checked).toEqual(['one', 'two']);
    // The takes were moved.
    const takesThere = await next.forms.open('local', 'takes-1');
    expect(takesThere.value).toEqual({ takes: [{ id: 'first' }], paces: [] });
    await next.kill();
  });

  it('is not sent by a window that sees it as waiting, and loses no text written there', async () => {
    const { profile, journal, service } = setUp();
    service.state = 'unreachable';
    const [one, otherId] = [
      new OutboxWindow(profile, journal, service),
      new OutboxWindow(new FakeProfile(), journal, service),
    ];
    const item = getItem(await one.submitItem('Once'));
    await otherId.store.recover();
    const draft = await otherId.drafts.open('local', item.id, 'script');
    draft.change('Written elsewhere.');
    await draft.flush();
    otherId.transport.connect('lost');
    draft.change('Written elsewhere, and cut off.');
    await draft.flush();
    service.state = 'working';
    await one.outbox.wake();
    expect(listEntries(journal)).toEqual([]);
    otherId.transport.connect('connected');
    await otherId.store.recover();
    await otherId.outbox.wake();
    expect(service.arrivedTitles).toEqual(['Once']);
    expect(listEntries(journal)).toEqual([]);
    const storedTexts = [...(await otherId.drafts.list('local')), ...(await otherId.versions.list('local', 1))];
    expect(storedTexts.map(({ text }) => text)).toContain('Written elsewhere, and cut off.');
    await Promise.all([one.kill(), otherId.kill()]);
  });
});

/** Creates, writes and sends with kills at the given moments; returns whether anything was lost or sent twice. */
async function play(kills: readonly number[], states: readonly FakeService['state'][], isSafe: boolean) {
  const { profile, journal, service } = setUp();
  let moments = 0;
  const dies = (): boolean => kills.includes(++moments);
  const savedTexts: string[] = [];
  let window = new OutboxWindow(profile, journal, service, dies);
  const id: { item: QueuedItem | null } = { item: null };
  const awaitAlive = <T>(work: Promise<T>): Promise<T | null> => Promise.race([work, window.dead]);
  for (const [round, state] of states.entries()) {
    service.state = state;
    if (round === 0) {
      const creation = await awaitAlive(window.submitItem('The one'));
      if (creation && 'item' in creation) id.item = creation.item;
    }
    if (id.item) {
      const current = (await awaitAlive(window.outbox.find('local', id.item.id))) ?? id.item;
      const draft = await awaitAlive(window.drafts.open('local', current.made ?? current.id, 'script'));
      const text = `Words ${round + 1}`;
      draft?.change(text);
      if (draft && (await awaitAlive(draft.flush()))?.state === 'saved') savedTexts.push(text);
    }
    await awaitAlive(window.outbox.wake());
    await window.kill();
    window = new OutboxWindow(profile, journal, service, dies);
    await awaitAlive(window.store.recover());
    if (!isSafe) forgetSending(journal);
  }
  service.state = 'working';
  await window.kill();
  window = new OutboxWindow(profile, journal, service);
  if (!isSafe) profile.wipe();
  await window.store.recover();
  await window.outbox.wake();
  const drafts = await window.drafts.list('local');
  const serviceId = new Set(service.things.map((thing) => thing.id));
  const last = savedTexts.at(-1);
  const open = window.outbox.open.filter(isOpen);
  const texts: string[] = drafts.map(({ text }) => text);
  for (const thing of serviceId) texts.push(...(await window.versions.list('local', thing)).map(({ text }) => text));
  await window.kill();
  return {
    twice: service.arrivedTitles.length > 1,
    lost: last !== undefined && !texts.some((text) => Number(text.slice(6)) >= Number(last.slice(6))),
    // Once the item is sent, its text belongs to the service's script.
    astray: open.length === 0 && drafts.some(({ scriptId, text }) => scriptId < 0 && text !== ''),
  };
}

describe('random histories of lost connections, answers and windows', () => {
  const MOODS = ['working', 'unreachable', 'lose-answer', 'lose-request', 'broken'] as const;
  const histories = fc.record({
    kills: fc.array(fc.integer({ min: 3, max: 60 }), { maxLength: 4 }),
    states: fc.array(fc.constantFrom(...MOODS), { minLength: 2, maxLength: 4 }),
  });

  it('send nothing twice, lose no saved text and leave no text under its local id', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ kills, states }) => {
        expect(await play(kills, states, true)).toEqual({ twice: false, lost: false, astray: false });
      }),
      { numRuns: 60 },
    );
  }, 300_000);

  it('give the same result when killed at any step', async () => {
    for (let moment = 1; moment <= 40; moment += 1) {
      expect(await play([moment], ['unreachable', 'working', 'working'], true), `at ${moment}`).toEqual({
        twice: false,
        lost: false,
        astray: false,
      });
    }
  }, 300_000);

  it('control: send duplicates when the request being sent is not recorded', async () => {
    const result = await fc.check(
      fc.asyncProperty(histories, async ({ kills, states }) => {
        expect((await play(kills, states, false)).twice).toBe(false);
      }),
      { numRuns: 60 },
    );
    expect(result.failed).toBe(true);
  }, 300_000);
});

import { expect, it } from 'vitest';

import { FakeJournal } from '../storage/fake-journal.ts';
import { draftKey } from '../storage/keys.ts';
import { FakeProfile } from '../drafts/test-window.ts';
import { submitScript } from './submit-script.ts';
import { FakeService, OutboxWindow } from './test-outbox.ts';

const setUp = () => ({ journal: new FakeJournal(), service: new FakeService(), profile: new FakeProfile() });
const submit = (window: OutboxWindow) =>
  submitScript(
    window,
    { account: 'local', channelId: 3, title: 'Night trains', body: { title: 'Night trains', topic: 'A', length: 300 } },
    { texts: { outline: '- berths', script: 'It has 41 berths.' } },
  );

it('shows a script with its content from the moment it can be opened', async () => {
  const { journal, service, profile } = setUp();
  const window = new OutboxWindow(profile, journal, service);
  const shownTexts: Promise<string[]>[] = [];
  // Opens the script like a person who is faster than the service.
  const look = async (id: number): Promise<string[]> => {
    const drafts = await Promise.all([
      window.drafts.open('local', id, 'outline'),
      window.drafts.open('local', id, 'script'),
    ]);
    return drafts.map(({ text }) => text);
  };
  const answer = service.answer.bind(service);
  service.answer = (input) => {
    for (const { id } of window.outbox.open) shownTexts.push(look(id));
    return answer(input);
  };
  const creation = await submit(window);
  expect(creation).toMatchObject({ item: { state: 'done', made: 1 } });
  shownTexts.push(look(1));
  expect(shownTexts.length).toBeGreaterThan(1);
  for (const texts of shownTexts) expect(await texts).toEqual(['- berths', 'It has 41 berths.']);
  await window.kill();
});

it('stores nothing of a refused script', async () => {
  const { journal, service, profile } = setUp();
  const window = new OutboxWindow(profile, journal, service);
  service.state = 'refuse';
  expect(await submit(window)).toMatchObject({ failure: { kind: 'refused' } });
  const texts = [...journal.entries.values()].filter(({ key }) => key.startsWith('draft/'));
  expect(texts.filter(({ value }) => value['text'] !== '' && value['text'] !== undefined)).toEqual([]);
  expect(await window.store.get(draftKey('local', 1, 'script'))).toBeNull();
  await window.kill();
});

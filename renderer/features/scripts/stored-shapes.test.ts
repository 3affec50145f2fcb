/** Tests the names under which a person's work is stored: later versions must read what earlier ones wrote. */
import { expect, it } from 'vitest';

import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';

import { FakeProfile } from '#renderer/drafts/test-window.ts';
import { saveTake } from './takes/stored-takes.ts';
import { changeMark } from '#renderer/library-index/marks.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { FakeService, OutboxWindow } from '#renderer/outbox/test-outbox.ts';

/** Lists the names of an object's fields, with nested names in brackets. */
const listNames = (value: object): string =>
  Object.entries(value)
    .map(([name, field]) => {
      const [first] = Array.isArray(field) ? (field as unknown[]) : [field];
      return typeof first === 'object' && first !== null ? `${name} (${listNames(first)})` : name;
    })
    .sort()
    .join(' ');

/** Hides the numbers and the names of versions, which are random. */
const anonymize = (key: string): string => key.replace(/^(version\/.*\/).*/, '$1…').replaceAll(/\d+/g, '#');

/** Lists the keys of a journal, with numbers as `#`, and the names of the fields stored under each. */
const listStored = (journal: FakeJournal): string[] => [
  ...new Set([...journal.entries.values()].map(({ key, value }) => `${anonymize(key)}: ${listNames(value)}`).sort()),
];

it('stores drafts, their base, versions, queued scripts, marks and takes under the same names as before', async () => {
  const journal = new FakeJournal();
  const service = new FakeService();
  service.state = 'unreachable';
  const window = new OutboxWindow(new FakeProfile(), journal, service);
  const draft = await window.drafts.open('local', 14, 'script');
  await draft.receive('The service’s text', 3);
  draft.change('The person’s text');
  await draft.flush();
  await window.versions.add({
    account: 'local',
    scriptId: 14,
    kind: 'script',
    source: 'person',
    text: 'Named',
    reason: 'named',
  });
  await window.submitItem('A queued script');
  await changeMark(window.store, 'local', 14, (mark) => ({ ...mark, starred: true }));
  await saveTake(window.forms, 'local', 14, {
    id: 'one',
    at: '',
    words: 1,
    seconds: 1,
    pace: 60,
    pieces: [],
    sections: [],
  });
  expect(listStored(journal)).toMatchInlineSnapshot(`
    [
      "base/local/#/script: sent text version",
      "draft/local/#/script: base_version text",
      "form/local/takes-#: fields (paces takes (at id pace pieces seconds sections words))",
      "mark/local/#/script: deleted folder made starred tags trashed",
      "outbox/local/#: before body (length title topic) candidates channelId made operation reason state title was",
      "version/local/#/…: at engine is_language_model kind name occasion reason run_id service_version source text",
    ]
  `);
  await window.kill();
});

it('stores settings under the same names as before', () => {
  expect(listNames(DEFAULT_SETTINGS)).toMatchInlineSnapshot(
    `"capture_keys channels () editor_view export_choice (comments cues format headings) inspector language last_take model_prices () muted one_channel () pace pace_from prompter (countdown mirror size width) read_aloud (rate voice) saved_searches () saved_views () setup () sidebar spelling theme typewriter updates (automatic channel) voice_check welcome_dismissed writing (face line size width)"`,
  );
});

/** Tests which template gives a new script its starting text. */
import { expect, test } from 'vitest';

import { FakeProfile, TestWindow } from '#renderer/drafts/test-window.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import type { AppState } from '../app-state/app-state.svelte.ts';
import { keepStartingText, startFromTemplate } from './starting-text.ts';

const CHANNEL = 3;
const DEFAULT = 7;
const newScript = { account: 'local', channelId: CHANNEL, title: 'At the gate', topic: '', angle: '', length: null };

async function open({ chosen, known = DEFAULT }: { chosen?: number | null; known?: number | null } = {}) {
  const window = new TestWindow(new FakeProfile(), new FakeJournal());
  for (const template of [DEFAULT, 8])
    await keepStartingText(window.forms, 'local', CHANNEL, template, `${template}: {{title}}`);
  const app = {
    forms: window.forms,
    drafts: window.drafts,
    channels: { current: null },
    api: {
      call: () =>
        Promise.resolve(chosen === undefined ? { ok: false } : { ok: true, body: { data: { template_id: chosen } } }),
    },
    cache: {
      readCached: () => Promise.resolve({ value: { data: { default_template_id: known, templates: [] } }, at: '' }),
    },
  } as unknown as AppState;
  const readStartedText = async (scriptId: number, template: number | null | undefined, writtenText = '') => {
    const draft = await window.drafts.open('local', scriptId, 'script');
    if (writtenText !== '') draft.change(writtenText);
    await window.drafts.close(draft);
    await startFromTemplate(app, { ...newScript, scriptId, template });
    return (await window.drafts.open('local', scriptId, 'script')).text;
  };
  return { window, readStartedText };
}

test('a script whose template is the channel’s default begins with its text', async () => {
  const { readStartedText } = await open({ chosen: DEFAULT });
  expect(await readStartedText(14, undefined)).toBe('7: At the gate');
});

test('a script that is not sent yet begins with the text of the last known default', async () => {
  const { readStartedText } = await open();
  expect(await readStartedText(-2, undefined)).toBe('7: At the gate');
});

test('a script without a template or with a text stays unchanged', async () => {
  const none = await open({ chosen: null });
  expect(await none.readStartedText(14, undefined)).toBe('');
  expect(await none.readStartedText(15, null)).toBe('');
  expect(await (await open({ known: null })).readStartedText(-2, undefined)).toBe('');
  const { readStartedText } = await open({ chosen: DEFAULT });
  expect(await readStartedText(16, undefined, 'Mine.')).toBe('Mine.');
});

test('a chosen template wins over the default', async () => {
  const { readStartedText } = await open({ chosen: DEFAULT });
  expect(await readStartedText(14, 8)).toBe('8: At the gate');
});

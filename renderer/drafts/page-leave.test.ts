import { expect, it, onTestFinished, vi } from 'vitest';

import { Bridge } from '../bridge/bridge.ts';
import { FakeJournal } from '../storage/fake-journal.ts';
import { leaveWhenSessionEnds, whenLeaving } from './page-leave.ts';
import { FakeProfile, TestWindow } from './test-window.ts';

it('saves drafts and forms to disk at once when the system is about to end the session', async () => {
  const journal = new FakeJournal();
  const shownWindow = new TestWindow(new FakeProfile(), journal);
  const draft = await shownWindow.drafts.open('local', 14, 'script');
  const form = await shownWindow.forms.open('local', 'idea-3');
  const unlinks = [shownWindow.drafts.link(window), shownWindow.forms.link(window)];
  leaveWhenSessionEnds(new Bridge(shownWindow.transport), window);
  // No timer runs, so nothing is saved automatically.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  draft.change('The last words.');
  form.change({ title: 'Night trains' });
  await new Promise(setImmediate);
  expect(journal.entries.size).toBe(0);

  shownWindow.transport.emit('session.ending', {});
  await new Promise(setImmediate);
  expect([...journal.entries.values()].map(({ value }) => value)).toEqual([
    { text: 'The last words.', base_version: null },
    { fields: { title: 'Night trains' } },
  ]);
  for (const unlink of unlinks) unlink();
});

it('saves when the page is hidden, and not when it is shown again', () => {
  const leave = vi.fn();
  const stop = whenLeaving(window, leave);
  const state = vi.spyOn(document, 'visibilityState', 'get');
  onTestFinished(() => state.mockRestore());
  const change = (visibility: DocumentVisibilityState): void => {
    state.mockReturnValue(visibility);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  change('visible');
  expect(leave).not.toHaveBeenCalled();
  change('hidden');
  expect(leave).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('pagehide'));
  expect(leave).toHaveBeenCalledTimes(2);
  stop();
  change('hidden');
  expect(leave).toHaveBeenCalledTimes(2);
});

import { describe, expect, it, vi } from 'vitest';
import type { OpenedFile } from '#contract/desktop-features.ts';
import { Bridge } from '../bridge/bridge.ts';
import { FakeTransport } from '../bridge/fake-transport.ts';
import { OpenedFiles } from './opened-files.svelte.ts';

const createTextFile = (name: string): OpenedFile => ({
  kind: 'text',
  name,
  base64: btoa('# Zug'),
  modified: 1_700_000_000_000,
});

function setUp(queue: OpenedFile[]) {
  const transport = new FakeTransport({ 'files.takeOpened': () => ({ file: queue.shift() ?? null }) });
  const [go, showFault] = [vi.fn(), vi.fn()];
  const openedFiles = new OpenedFiles(new Bridge(transport), { go }, { showFault });
  return { transport, go, showFault, opened: openedFiles, unlink: openedFiles.link() };
}

describe('files opened by the system', () => {
  it('are imported as scripts with their names and dates, before and after the window listens', async () => {
    const queue = [createTextFile('Eins.md'), createTextFile('Zwei.fountain')];
    const { transport, go, opened } = setUp(queue);
    await vi.waitFor(() => expect(go).toHaveBeenCalledTimes(2));
    queue.push(createTextFile('Drei.md'));
    transport.emit('files.opened', {});
    await vi.waitFor(() => expect(go).toHaveBeenCalledTimes(3));
    expect(go).toHaveBeenLastCalledWith('/scripts');
    const files = opened.takeTexts();
    expect(files.map(({ name }) => name)).toEqual(['Eins.md', 'Zwei.fountain', 'Drei.md']);
    expect([await files[0]?.text(), files[0]?.lastModified]).toEqual(['# Zug', 1_700_000_000_000]);
    expect(opened.takeTexts()).toEqual([]);
  });

  it('open the import page for an archive', async () => {
    const { go, opened } = setUp([{ kind: 'archive', name: 'Work.cutaway', id: '1' }]);
    await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/settings/archive'));
    expect([opened.takeArchive(), opened.takeArchive()]).toEqual([{ name: 'Work.cutaway', id: '1' }, null]);
  });

  it('open Accounts for an invitation, which is handed out once', async () => {
    const { go, opened } = setUp([{ kind: 'invitation', link: 'cutaway://join?server=a&code=b' }]);
    await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/settings/accounts'));
    expect([opened.takeInvitation(), opened.takeInvitation()]).toEqual(['cutaway://join?server=a&code=b', null]);
  });

  it('are named in a message when they cannot be opened', async () => {
    const { showFault, go } = setUp([
      { kind: 'refused', name: 'Lang.md', reason: 'too_large' },
      { kind: 'refused', name: 'Weg.md', reason: 'unreadable' },
    ]);
    await vi.waitFor(() => expect(showFault).toHaveBeenCalledTimes(2));
    expect(showFault.mock.calls).toEqual([
      [expect.stringMatching(/“Lang\.md” is too large/)],
      [expect.stringMatching(/“Weg\.md” can’t be read/)],
    ]);
    expect(go).not.toHaveBeenCalled();
  });

  it('are no longer requested after unlinking', async () => {
    const { transport, unlink } = setUp([]);
    unlink();
    const callCount = transport.calls.length;
    transport.emit('files.opened', {});
    await Promise.resolve();
    expect(transport.calls).toHaveLength(callCount);
  });
});

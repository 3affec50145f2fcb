import { expect, test } from 'vitest';

import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { FakeProfile, TestWindow } from '#renderer/drafts/test-window.ts';

import { OwnPictures } from './own-pictures.ts';

test('another window loads an own picture from disk alone', async () => {
  const journal = new FakeJournal();
  const bytes = Uint8Array.from({ length: 4096 }, (_, index) => index % 256);
  const first = new TestWindow(new FakeProfile(), journal);
  const name = await new OwnPictures(first.forms, 'local').keep(new Blob([bytes], { type: 'image/webp' }));
  await first.kill();

  const reopenedPictures = new OwnPictures(new TestWindow(new FakeProfile(), journal).forms, 'local');
  const read = await reopenedPictures.read(name);
  expect(read?.type).toBe('image/webp');
  expect(new Uint8Array(await read!.arrayBuffer())).toEqual(bytes);
  expect(await reopenedPictures.read('own-00000000-0000-4000-8000-000000000000')).toBeNull();
  expect(await reopenedPictures.read('127.0.0.1/files/a.png')).toBeNull();
});

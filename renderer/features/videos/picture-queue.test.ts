import { expect, test, vi } from 'vitest';

import { queuedPicture, PictureQueue } from './picture-queue.ts';

/** Fakes named jobs that end when told to. */
function pictures() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const fetch = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const come = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { begun, fetch, come };
}

test('loads three pictures at a time, newest request first', async () => {
  const { begun, fetch, come } = pictures();
  const turns = new PictureQueue();
  for (const name of ['a', 'b', 'c', 'd', 'e']) turns.take(fetch(name));
  expect(begun).toEqual(['a', 'b', 'c']);
  await come('b');
  expect(begun).toEqual(['a', 'b', 'c', 'e']);
  await come('a');
  expect(begun).toEqual(['a', 'b', 'c', 'e', 'd']);
});

test('skips cancelled requests and frees the slot of a failed one', async () => {
  const { begun, fetch, come } = pictures();
  const turns = new PictureQueue();
  turns.take(() => Promise.resolve());
  for (const name of ['a', 'b']) turns.take(fetch(name));
  const takeBack = turns.take(fetch('c'));
  turns.take(fetch('d'));
  takeBack();
  await come('a');
  expect(begun).toEqual(['a', 'b', 'd']);
});

test('does not reload a picture with the same source, and replaces it by another one', () => {
  class Seen {
    readonly #tell: (entries: { isIntersecting: boolean }[]) => void;
    constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
      this.#tell = tell;
    }
    observe(): void {
      this.#tell([{ isIntersecting: true }]);
    }
    disconnect(): void {
      // The fake observes nothing.
    }
  }
  vi.stubGlobal('IntersectionObserver', Seen);
  const image = document.createElement('img');
  const fetched: string[] = [];
  vi.spyOn(image, 'src', 'set').mockImplementation((source) => {
    fetched.push(source);
    image.setAttribute('src', source);
  });
  vi.spyOn(image, 'complete', 'get').mockReturnValue(true);
  for (const source of ['/media/a', '/media/a', '/media/b', '/media/b']) {
    const end = queuedPicture(source)(image);
    image.dispatchEvent(new Event('load'));
    if (end) end();
  }
  expect(fetched).toEqual(['/media/a', '/media/b']);
  vi.unstubAllGlobals();
});

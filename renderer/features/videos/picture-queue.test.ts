import { expect, test, vi } from 'vitest';

import { loadQueued, PictureQueue } from './picture-queue.ts';

/** Fakes named jobs that the test finishes. */
function fakeJobs() {
  const startedJobs: string[] = [];
  const ends = new Map<string, () => void>();
  const createJob = (name: string) => () => {
    startedJobs.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const finish = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { startedJobs, createJob, finish };
}

test('loads three pictures at a time, newest request first', async () => {
  const { startedJobs, createJob, finish } = fakeJobs();
  const queue = new PictureQueue();
  for (const name of ['a', 'b', 'c', 'd', 'e']) queue.add(createJob(name));
  expect(startedJobs).toEqual(['a', 'b', 'c']);
  await finish('b');
  expect(startedJobs).toEqual(['a', 'b', 'c', 'e']);
  await finish('a');
  expect(startedJobs).toEqual(['a', 'b', 'c', 'e', 'd']);
});

test('skips cancelled requests and frees the slot of a failed one', async () => {
  const { startedJobs, createJob, finish } = fakeJobs();
  const queue = new PictureQueue();
  queue.add(() => Promise.resolve());
  for (const name of ['a', 'b']) queue.add(createJob(name));
  const cancel = queue.add(createJob('c'));
  queue.add(createJob('d'));
  cancel();
  await finish('a');
  expect(startedJobs).toEqual(['a', 'b', 'd']);
});

test('does not reload a picture with the same source, and replaces it by another one', () => {
  class VisibleObserver {
    readonly #report: (entries: { isIntersecting: boolean }[]) => void;
    constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
      this.#report = report;
    }
    observe(): void {
      this.#report([{ isIntersecting: true }]);
    }
    disconnect(): void {
      // The fake observes nothing.
    }
  }
  vi.stubGlobal('IntersectionObserver', VisibleObserver);
  const image = document.createElement('img');
  const sources: string[] = [];
  vi.spyOn(image, 'src', 'set').mockImplementation((source) => {
    sources.push(source);
    image.setAttribute('src', source);
  });
  vi.spyOn(image, 'complete', 'get').mockReturnValue(true);
  for (const source of ['/media/a', '/media/a', '/media/b', '/media/b']) {
    const end = loadQueued(source)(image);
    image.dispatchEvent(new Event('load'));
    if (end) end();
  }
  expect(sources).toEqual(['/media/a', '/media/b']);
  vi.unstubAllGlobals();
});

/**
 * Loads pictures from the window's own address a few at a time: a browser opens six connections per address, and a
 * service that hangs must leave some for pages and for the video.
 */
import type { Attachment } from 'svelte/attachments';

const MAX_CONCURRENT = 3;
/** Pictures this close to the visible area are loaded, too. */
const ROOT_MARGIN = '200px';

type Job = () => Promise<unknown>;

/** Runs the newest job first, because it is what the user is looking at. */
export class PictureQueue {
  readonly #queuedJobs: Job[] = [];
  #runningCount = 0;

  /** Returns a function that removes the job if it has not started. */
  add(job: Job): () => void {
    this.#queuedJobs.push(job);
    this.#startNext();
    return () => {
      const index = this.#queuedJobs.indexOf(job);
      if (index >= 0) this.#queuedJobs.splice(index, 1);
    };
  }

  #startNext(): void {
    while (this.#runningCount < MAX_CONCURRENT) {
      const job = this.#queuedJobs.pop();
      if (!job) return;
      this.#runningCount += 1;
      void job().finally(() => {
        this.#runningCount -= 1;
        this.#startNext();
      });
    }
  }
}

export const pictureQueue = new PictureQueue();

/** Sets the source of an `<img>` through the queue once it is near the visible area. */
export const loadQueued =
  (source: string): Attachment<HTMLImageElement> =>
  (image) => {
    // Showing a list again attaches the same pictures again; do not load them twice.
    if (image.getAttribute('src') === source) return;
    const controller = new AbortController();
    const { signal } = controller;
    const job: Job = () =>
      new Promise<void>((resolve) => {
        const settle = (): void => resolve();
        image.addEventListener('load', settle, { signal });
        image.addEventListener('error', settle, { signal });
        signal.addEventListener('abort', () => {
          if (!image.complete) image.removeAttribute('src');
          resolve();
        });
        image.src = source;
      });
    let cancel = (): void => undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        cancel = pictureQueue.add(job);
      },
      { rootMargin: ROOT_MARGIN },
    );
    observer.observe(image);
    return () => {
      observer.disconnect();
      cancel();
      controller.abort();
    };
  };

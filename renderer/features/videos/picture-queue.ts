/**
 * Loads pictures from the window's own address a few at a time: a browser opens six connections per address, and a
 * service that hangs must leave some for pages and for the video.
 */
import type { Attachment } from 'svelte/attachments';

const MAX_CONCURRENT = 3;
/** Pictures this close to the visible area are loaded, too. */
const ROOT_MARGIN = '200px';

type Work = () => Promise<unknown>;

/** Runs the newest job first, because it is what the user is looking at. */
export class PictureQueue {
  readonly #waiting: Work[] = [];
  #running = 0;

  /** Returns a function that removes the job if it has not started. */
  add(work: Work): () => void {
    this.#waiting.push(work);
    this.#startNext();
    return () => {
      const index = this.#waiting.indexOf(work);
      if (index >= 0) this.#waiting.splice(index, 1);
    };
  }

  #startNext(): void {
    while (this.#running < MAX_CONCURRENT) {
      const work = this.#waiting.pop();
      if (!work) return;
      this.#running += 1;
      void work().finally(() => {
        this.#running -= 1;
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
    const work: Work = () =>
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
        cancel = pictureQueue.add(work);
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

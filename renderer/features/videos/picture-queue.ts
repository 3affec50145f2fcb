/**
 * Loads pictures from the window's own address a few at a time: a browser opens six connections per address, and a
 * service that hangs must leave some for pages and for the video.
 */
import type { Attachment } from 'svelte/attachments';

const AT_ONCE = 3;
/** Pictures this close to the visible area are loaded, too. */
const NEAR = '200px';

type Work = () => Promise<unknown>;

/** Runs the newest job first, because it is what the user is looking at. */
export class PictureQueue {
  readonly #waiting: Work[] = [];
  #under = 0;

  /** Returns a function that removes the job if it has not started. */
  take(work: Work): () => void {
    this.#waiting.push(work);
    this.#next();
    return () => {
      const at = this.#waiting.indexOf(work);
      if (at >= 0) this.#waiting.splice(at, 1);
    };
  }

  #next(): void {
    while (this.#under < AT_ONCE) {
      const work = this.#waiting.pop();
      if (!work) return;
      this.#under += 1;
      void work().finally(() => {
        this.#under -= 1;
        this.#next();
      });
    }
  }
}

export const pictureQueue = new PictureQueue();

/** Sets the source of an `<img>` through the queue once it is near the visible area. */
export const queuedPicture =
  (source: string): Attachment<HTMLImageElement> =>
  (image) => {
    // Showing a list again attaches the same pictures again; do not load them twice.
    if (image.getAttribute('src') === source) return;
    const ended = new AbortController();
    const { signal } = ended;
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
    let takeBack = (): void => undefined;
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        seen.disconnect();
        takeBack = pictureQueue.take(work);
      },
      { rootMargin: NEAR },
    );
    seen.observe(image);
    return () => {
      seen.disconnect();
      takeBack();
      ended.abort();
    };
  };

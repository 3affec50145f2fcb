/**
 * Pictures under the window's own address come a few at a time: a browser opens six connections to one address, and a
 * service that hangs must leave some for pages and for the video.
 */
import type { Attachment } from 'svelte/attachments';

const AT_ONCE = 3;
/** Pictures this near to what is seen are fetched, too. */
const NEAR = '200px';

type Work = () => Promise<unknown>;

/** The newest goes first: it is what the person looks at. */
export class PictureTurns {
  readonly #waiting: Work[] = [];
  #under = 0;

  /** The returned function takes it back, where it has not begun. */
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

/** The turns of this window. */
export const pictureTurns = new PictureTurns();

/** The source of an `<img>`, fetched in its turn once it is near to what is seen. */
export const inTurn =
  (source: string): Attachment<HTMLImageElement> =>
  (image) => {
    // Whoever looks at a list again tells of the same pictures again: what is there is not fetched once more.
    if (image.getAttribute('src') === source) return;
    const ended = new AbortController();
    const { signal } = ended;
    const work: Work = () =>
      new Promise<void>((resolve) => {
        const settle = (): void => resolve();
        image.addEventListener('load', settle, { signal });
        image.addEventListener('error', settle, { signal });
        signal.addEventListener('abort', () => {
          // What has not come by now is not wanted any more.
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
        takeBack = pictureTurns.take(work);
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

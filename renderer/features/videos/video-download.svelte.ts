import { safeFileName } from '#contract/file-name.ts';
import { downloadFrom, savedToast } from '#renderer/shared/save-file.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { videoSource } from '#renderer/shared/media-paths.ts';

type Deps = Pick<AppState, 'bridge' | 'toasts'>;

interface Which {
  readonly account: string;
  readonly project: string;
}

/** Returns the name of a version's file; `title` may name the version. */
export async function videoFileName({ account, project }: Which, revision: string, title: string): Promise<string> {
  const answer = await fetch(videoSource(account, project, revision), { method: 'HEAD' }).catch(() => null); // assume MP4
  const isWebm = answer?.headers.get('content-type') === 'video/webm';
  return safeFileName(title, isWebm ? '.webm' : '.mp4', 'Video');
}

/** Saves versions of a video where the person says, one at a time, and tells how much of it has arrived. */
export class VideoDownload {
  readonly #app: Deps;
  readonly #which: Which;
  #revision = $state.raw<string | null>(null);
  #share = $state.raw(0);

  constructor(app: Deps, which: Which) {
    this.#app = app;
    this.#which = which;
  }

  /** Follows what arrives. Returns a function that ends it. */
  open(): () => void {
    return this.#app.bridge.subscribe('video.keeping', ({ revision, done, total }) => {
      if (revision === this.#revision && total !== null) this.#share = done / total;
    });
  }

  get busy(): boolean {
    return this.#revision !== null;
  }

  /** Returns how much of a version has arrived, from 0 to 1; null if it is not being downloaded. */
  shareOf(revision: string): number | null {
    return this.#revision === revision ? this.#share : null;
  }

  async save(revision: string, title: string): Promise<void> {
    if (this.busy) return;
    [this.#revision, this.#share] = [revision, 0];
    const { bridge, toasts } = this.#app;
    const which = { ...this.#which, revision };
    try {
      const here = await bridge.invoke('video.keep', which);
      if (!here.ok) return void toasts.fault(here.message);
      const name = await videoFileName(which, revision, title);
      const saved = await bridge.invoke('video.save', { ...which, name });
      if (saved.outcome === 'failed') toasts.fault(saved.message);
      else if (saved.outcome === 'saved') toasts.show(savedToast(bridge, `Saved ${saved.name}.`));
      else if (saved.outcome === 'unsupported') downloadFrom(videoSource(which.account, which.project, revision), name);
    } catch {
      toasts.fault('Cutaway isn’t responding. Try again in a moment.');
    } finally {
      this.#revision = null;
    }
  }
}

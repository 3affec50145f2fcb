import { toSafeFileName } from '#contract/file-name.ts';
import { downloadFrom, createSavedToast } from '#renderer/shared/save-file.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { getVideoSource } from '#renderer/shared/media-paths.ts';

type Deps = Pick<AppState, 'bridge' | 'toasts'>;

interface VideoRef {
  readonly account: string;
  readonly project: string;
}

/** Returns the name of a version's file; `title` may name the version. */
export async function createVideoFileName(
  { account, project }: VideoRef,
  revision: string,
  title: string,
): Promise<string> {
  const answer = await fetch(getVideoSource(account, project, revision), { method: 'HEAD' }).catch(() => null); // assume MP4
  const isWebm = answer?.headers.get('content-type') === 'video/webm';
  return toSafeFileName(title, isWebm ? '.webm' : '.mp4', 'Video');
}

/** Saves versions of a video, one at a time, and reports the progress of the download. */
export class VideoDownload {
  readonly #app: Deps;
  readonly #video: VideoRef;
  #revision = $state.raw<string | null>(null);
  #progress = $state.raw(0);

  constructor(app: Deps, video: VideoRef) {
    this.#app = app;
    this.#video = video;
  }

  /** Follows the progress. Returns a function that stops it. */
  open(): () => void {
    return this.#app.bridge.subscribe('video.keeping', ({ revision, done, total }) => {
      if (revision === this.#revision && total !== null) this.#progress = done / total;
    });
  }

  get busy(): boolean {
    return this.#revision !== null;
  }

  /** Returns how much of a version has arrived, from 0 to 1; null if it is not being downloaded. */
  getProgress(revision: string): number | null {
    return this.#revision === revision ? this.#progress : null;
  }

  async save(revision: string, title: string): Promise<void> {
    if (this.busy) return;
    [this.#revision, this.#progress] = [revision, 0];
    const { bridge, toasts } = this.#app;
    const version = { ...this.#video, revision };
    try {
      const download = await bridge.invoke('video.keep', version);
      if (!download.ok) return void toasts.showFault(download.message);
      const name = await createVideoFileName(version, revision, title);
      const answer = await bridge.invoke('video.save', { ...version, name });
      if (answer.outcome === 'failed') toasts.showFault(answer.message);
      else if (answer.outcome === 'saved') toasts.show(createSavedToast(bridge, `Saved ${answer.name}.`));
      else if (answer.outcome === 'unsupported')
        downloadFrom(getVideoSource(version.account, version.project, revision), name);
    } catch {
      toasts.showFault('Cutaway isn’t responding. Try again in a moment.');
    } finally {
      this.#revision = null;
    }
  }
}

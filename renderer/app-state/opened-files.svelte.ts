import { logger } from '#log/logger.ts';
import type { OpenedFile } from '#contract/desktop-features.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { fromBase64 } from '../bridge/base64.ts';
import type { ToastStack } from '../ui/toasts.svelte.ts';
import type { Router } from './router.svelte.ts';

const log = logger('opened-files');

type OpenedArchive = Pick<Extract<OpenedFile, { kind: 'archive' }>, 'id' | 'name'>;

/** Queues files that the system opened with the app, until a page imports them. */
export class OpenedFiles {
  readonly #bridge: Bridge;
  readonly #router: Pick<Router, 'go'>;
  readonly #toasts: Pick<ToastStack, 'showFault'>;
  #texts = $state.raw<readonly File[]>([]);
  #archive = $state.raw<OpenedArchive | null>(null);
  #invitation = $state.raw<string | null>(null);

  constructor(bridge: Bridge, router: Pick<Router, 'go'>, toasts: Pick<ToastStack, 'showFault'>) {
    this.#bridge = bridge;
    this.#router = router;
    this.#toasts = toasts;
  }

  /** Fetches files now and whenever the host has more. The returned function unsubscribes. */
  link(): () => void {
    const fetchFiles = (): void => void this.#fetchFiles().catch(log.failure('opened files not read'));
    fetchFiles();
    return this.#bridge.subscribe('files.opened', fetchFiles);
  }

  /** Returns the texts and forgets them. */
  takeTexts(): readonly File[] {
    const texts = this.#texts;
    if (texts.length > 0) this.#texts = [];
    return texts;
  }

  /** Returns the archive that was opened last and forgets it. */
  takeArchive(): OpenedArchive | null {
    const archive = this.#archive;
    if (archive) this.#archive = null;
    return archive;
  }

  /** Returns the link of a team invitation and forgets it. */
  takeInvitation(): string | null {
    const link = this.#invitation;
    if (link !== null) this.#invitation = null;
    return link;
  }

  async #fetchFiles(): Promise<void> {
    for (;;) {
      const { file } = await this.#bridge.invoke('files.takeOpened', {});
      if (file === null) return;
      this.#add(file);
    }
  }

  #add(file: OpenedFile): void {
    if (file.kind === 'refused') {
      const reasons = {
        too_large: `“${file.name}” is too large for a script. Split it into parts.`,
        unreadable: `“${file.name}” can’t be read. It may have been moved, or you don’t have permission to open it.`,
      };
      this.#toasts.showFault(reasons[file.reason]);
    } else if (file.kind === 'invitation') {
      this.#invitation = file.link;
      this.#router.go('/settings/accounts');
    } else if (file.kind === 'archive') {
      this.#archive = { id: file.id, name: file.name };
      this.#router.go('/settings/archive');
    } else {
      const bytes = fromBase64(file.base64);
      this.#texts = [...this.#texts, new File([bytes], file.name, { lastModified: file.modified })];
      this.#router.go('/scripts');
    }
  }
}

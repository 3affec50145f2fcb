import { logger } from '#log/logger.ts';
import type { PRELOADED_DRAFT, PreloadedDraft } from '#contract/preloaded-draft.ts';

import type { Bridge } from '../bridge/bridge.ts';
import type { EarlyEditor } from '../features/scripts/page/early-editor.ts';
import { getBaseKey, draftKey } from '../storage/keys.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import type { RememberedState } from '../app-state/remembered.ts';
import { loadedEditor } from './early-editor.ts';
import { getScriptId } from './frame.ts';

const log = logger('start');

export interface OpenScriptParts {
  readonly window: Window;
  readonly bridge: Bridge;
  readonly store: MirroredStore;
  readonly remembered: RememberedState;
}

/** The app loads after this time even if the text is not shown yet. */
const MAX_WAIT_MS = 1500;

/**
 * Waits until the text is painted and first keystrokes are handled; a hidden window never paints, hence the timeouts.
 */
async function waitForPaint(): Promise<void> {
  const frames = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await Promise.race([frames, delay(400)]);
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 }));
}

const delay = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), ms));

/**
 * Reads the draft that the host embedded in the page, and removes the block to free the memory of long texts.
 */
function takePreloadedDraft(page: Document): PreloadedDraft | null {
  const block = page.getElementById('preloaded-draft' satisfies typeof PRELOADED_DRAFT);
  block?.remove();
  try {
    return block && (JSON.parse(block.textContent) as PreloadedDraft);
  } catch {
    // The host ended while sending the page.
    return null;
  }
}

/** Fetches the draft from the host, for a page without an embedded one. */
async function fetchDraft(bridge: Bridge, keys: string[]): Promise<PreloadedDraft> {
  const [{ accounts, local_since }, { entries }] = await Promise.all([
    bridge.invoke('app.info', {}),
    bridge.invoke('journal.read', { keys }),
  ]);
  return { account: accounts.active, local_since, entries };
}

/**
 * Shows the script's text with the cursor in it before the rest of the app loads. The text is the stored one, embedded
 * in the page or requested from the host; the window's own copy is compared right after. Returns null if the address
 * names no script, or if the page should open the text itself.
 */
export async function openScript({
  window: page,
  bridge,
  store,
  remembered: { account, settings },
}: OpenScriptParts): Promise<EarlyEditor | null> {
  const preloadedDraft = takePreloadedDraft(page.document);
  const id = getScriptId(page.location.hash);
  if (id === null || settings.editor_view === 'preview') return null;
  const key = draftKey(account, id, 'script');
  const storedDraftPromise = preloadedDraft?.entries.some((entry) => entry.key === key)
    ? preloadedDraft
    : fetchDraft(bridge, [key, getBaseKey(account, id, 'script')]).catch(
        (error: unknown) => (log.failure('stored text not read')(error), null),
      );
  let isTooLate = false;
  const show = async (): Promise<EarlyEditor | null> => {
    const { EarlyEditor } = loadedEditor.module ?? (await import('../features/scripts/page/early-editor.ts'));
    const draft = await storedDraftPromise;
    const frame = page.document.getElementById('frame');
    const container = frame?.querySelector<HTMLElement>('.frame-edit');
    if (isTooLate || draft?.account !== account || !frame || !container) return null;
    return EarlyEditor.show(page, { store, account, id, preloaded: draft }, frame, container);
  };
  const earlyEditor = await Promise.race([
    show().catch((error: unknown) => (log.failure('text not shown early')(error), null)),
    delay(MAX_WAIT_MS),
  ]);
  isTooLate = true;
  if (earlyEditor) {
    await waitForPaint();
    void earlyEditor.loadNewerCopy();
  }
  return earlyEditor;
}

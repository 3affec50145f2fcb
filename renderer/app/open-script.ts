import type { Bridge } from '../bridge/bridge.ts';
import type { ScriptOpening } from '../features/scripts/opening.ts';
import { baseKey, draftKey } from '../offline/keys.ts';
import type { WrittenStore } from '../offline/store.ts';
import type { Remembered } from '../studio/remembered.ts';
import { scriptOf } from './frame.ts';

export interface OpenScriptParts {
  readonly window: Window;
  readonly bridge: Bridge;
  readonly store: WrittenStore;
  readonly remembered: Remembered;
}

/** Longer than this, in ms, the studio does not wait for a text to stand first. */
const PATIENCE = 1500;

/** The text is on the screen, and whoever types at once goes first; a window that is not seen paints nothing. */
async function painted(): Promise<void> {
  const frames = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await Promise.race([frames, after(400)]);
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 }));
}

const after = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), ms));

/**
 * Where the window is opened with a script, its text stands and has the cursor before anything else of the studio is
 * loaded: the editor, both copies of the text and the host's answer to who is signed in are fetched at the same time.
 * Null where there is no script in the address, or where its page should open the text itself.
 */
export async function openScript({
  window: page,
  bridge,
  store,
  remembered,
}: OpenScriptParts): Promise<ScriptOpening | null> {
  const id = scriptOf(page.location.hash);
  if (id === null || remembered.settings.editor_view === 'preview') return null;
  const { account } = remembered;
  const info = bridge.invoke('app.info', {}).catch(() => null);
  store.readAhead([draftKey(account, id, 'script'), baseKey(account, id, 'script')]);
  let late = false;
  const show = async (): Promise<ScriptOpening | null> => {
    const { findText, ScriptOpening } = await import('../features/scripts/opening.ts');
    const [found, host] = await Promise.all([findText(store, account, id), info]);
    if (!found) return null;
    // What was written in a studio that was put aside, or under an account no longer in use, is not for this screen.
    const aside = account === 'local' && (found.draft.updatedAt ?? '') < (host?.local_since ?? '');
    const frame = page.document.getElementById('frame');
    const place = frame?.querySelector<HTMLElement>('.frame-edit');
    const shows = !late && !aside && host?.accounts.active === account;
    if (shows && frame && place) return new ScriptOpening(page, found, frame, place);
    await found.written.drafts.close(found.draft);
    return null;
  };
  const opening = await Promise.race([show().catch(() => null), after(PATIENCE)]);
  late = true;
  if (opening) await painted();
  return opening;
}

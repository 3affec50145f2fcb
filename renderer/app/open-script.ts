import type { BROUGHT_TEXT, BroughtText } from '#contract/brought-text.ts';

import type { Bridge } from '../bridge/bridge.ts';
import type { ScriptOpening } from '../features/scripts/opening.ts';
import { baseKey, draftKey } from '../offline/keys.ts';
import type { WrittenStore } from '../offline/store.ts';
import type { Remembered } from '../studio/remembered.ts';
import { earlyEditor } from './early-editor.ts';
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

/** What the host gave the page along. Taken out of it: a text of a book's length is not kept twice. */
function takeBrought(page: Document): BroughtText | null {
  const block = page.getElementById('brought-text' satisfies typeof BROUGHT_TEXT);
  block?.remove();
  try {
    return block && (JSON.parse(block.textContent) as BroughtText);
  } catch {
    // The host ended while it sent the page.
    return null;
  }
}

/** The same for a text that the page did not bring. */
async function askHost(bridge: Bridge, keys: string[]): Promise<BroughtText> {
  const [{ accounts, local_since }, { entries }] = await Promise.all([
    bridge.invoke('app.info', {}),
    bridge.invoke('journal.read', { keys }),
  ]);
  return { account: accounts.active, local_since, entries };
}

/**
 * Where the window is opened with a script, its text stands and has the cursor before anything else of the studio is
 * loaded: as the disk has it, which the page brings along or the host is asked for. The window's own copy is looked at
 * right behind. Null where there is no script in the address, or where its page should open the text itself.
 */
export async function openScript({
  window: page,
  bridge,
  store,
  remembered: { account, settings },
}: OpenScriptParts): Promise<ScriptOpening | null> {
  const brought = takeBrought(page.document);
  const id = scriptOf(page.location.hash);
  if (id === null || settings.editor_view === 'preview') return null;
  const key = draftKey(account, id, 'script');
  const disk = brought?.entries.some((entry) => entry.key === key)
    ? brought
    : askHost(bridge, [key, baseKey(account, id, 'script')]).catch(() => null);
  let late = false;
  const show = async (): Promise<ScriptOpening | null> => {
    const { ScriptOpening } = earlyEditor.module ?? (await import('../features/scripts/opening.ts'));
    const found = await disk;
    const frame = page.document.getElementById('frame');
    const place = frame?.querySelector<HTMLElement>('.frame-edit');
    if (late || found?.account !== account || !frame || !place) return null;
    return ScriptOpening.show(page, { store, account, id, found }, frame, place);
  };
  const opening = await Promise.race([show().catch(() => null), after(PATIENCE)]);
  late = true;
  if (opening) {
    await painted();
    void opening.compare();
  }
  return opening;
}

import type { DialogPiece } from './pieces.ts';
import { sayIn, type Say } from './words.ts';

const MAX_LENGTH = 2_048;

/** The address if it may be handed to the system's browser: https, a host, no sign-in data in it, of sane length. */
function externalUrl(address: string): URL | undefined {
  if (address.length > MAX_LENGTH || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const harmless = url.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === '';
  return harmless ? url : undefined;
}

/**
 * Opens addresses in the system's browser, each only after the person agreed to that very host: links in a preview may
 * come from anyone. One question at a time, so that a page cannot bury the person in dialogs.
 */
export function createExternalLinks(
  dialog: Pick<DialogPiece, 'showMessageBox'>,
  shell: { openExternal(url: string): Promise<void> },
  say: Say = sayIn('en'),
): (address: string) => Promise<boolean> {
  let asking = false;
  return async (address) => {
    const url = externalUrl(address);
    if (!url || asking) return false;
    asking = true;
    try {
      const { response } = await dialog.showMessageBox({
        type: 'question',
        message: say('Open {0} in your browser?').replace('{0}', () => url.host),
        detail: url.href,
        buttons: [say('Open in browser'), say('Cancel')],
        defaultId: 0,
        cancelId: 1,
        noLink: true,
      });
      if (response !== 0) return false;
      await shell.openExternal(url.href);
      return true;
    } finally {
      asking = false;
    }
  };
}

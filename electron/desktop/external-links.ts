import type { DialogApi } from './electron-api.ts';
import type { OpenedLink } from '../host/ports.ts';
import { createTranslator, type Translate } from './labels.ts';

const MAX_URL_LENGTH = 2_048;

/** Returns the address only if the system's browser may open it: https, a host, no credentials, a sane length. */
function parseExternalUrl(address: string): URL | undefined {
  if (address.length > MAX_URL_LENGTH || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isSafe = url.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === '';
  return isSafe ? url : undefined;
}

/**
 * Opens addresses in the system's browser after the person confirms the host, as links in a preview may come from
 * anyone. Asks one question at a time, so a page cannot flood the person with dialogs.
 */
export function createExternalLinks(
  dialog: Pick<DialogApi, 'showMessageBox'>,
  shell: { openExternal(url: string): Promise<void> },
  translate: Translate = createTranslator('en'),
): (address: string) => Promise<OpenedLink> {
  let isAsking = false;
  return async (address) => {
    const url = parseExternalUrl(address);
    if (!url) return 'refused';
    if (isAsking) return 'cancelled';
    isAsking = true;
    try {
      const { response } = await dialog.showMessageBox({
        type: 'question',
        message: translate('Open {0} in your browser?').replace('{0}', () => url.host),
        detail: url.href,
        buttons: [translate('Open in browser'), translate('Cancel')],
        defaultId: 0,
        cancelId: 1,
        noLink: true,
      });
      if (response !== 0) return 'cancelled';
      await shell.openExternal(url.href);
      return 'opened';
    } finally {
      isAsking = false;
    }
  };
}

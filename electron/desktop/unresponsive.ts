import type { ElectronApi, WebContentsApi } from './electron-api.ts';
import type { Translate } from './labels.ts';

interface Question {
  readonly contents: WebContentsApi;
  readonly controller: AbortController;
}

const RELOAD_BUTTON = 1;

/**
 * Asks whether to wait for a page that no longer responds. Asks once at a time, because windows can share a process,
 * and withdraws the question when the page responds again. `reload` ends the page's process and loads it again.
 */
export function askAboutUnresponsivePages(
  { app, dialog }: Pick<ElectronApi, 'app' | 'dialog'>,
  translate: Translate,
  reload: (contents: WebContentsApi) => void,
): void {
  let question: Question | undefined;
  const ask = async (contents: WebContentsApi): Promise<void> => {
    if (question) return;
    const { controller } = (question = { contents, controller: new AbortController() });
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: translate('Cutaway isn’t responding.'),
      detail: translate('Wait a moment, or reload the window. What you wrote is on disk.'),
      buttons: [translate('Wait'), translate('Reload')],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: controller.signal,
    });
    question = undefined;
    // macOS leaves a withdrawn question open if it has no parent window.
    if (response === RELOAD_BUTTON && !controller.signal.aborted && !contents.isDestroyed()) reload(contents);
  };
  app.on('web-contents-created', (_event, contents) => {
    contents.on('unresponsive', () => void ask(contents));
    contents.on('responsive', () => {
      if (question?.contents === contents) question.controller.abort();
    });
  });
}

import { PRELOADED_DRAFT, type PreloadedDraft } from '#contract/preloaded-draft.ts';
import type { Accounts } from './accounts.ts';
import type { Journal } from './journal.ts';

/** Sends the text that was shown last along with the page, so that a new window can show it before its first call. */
export class PreloadedDrafts {
  readonly #accounts: Pick<Accounts, 'list'>;
  readonly #journal: Pick<Journal, 'read'>;
  #request: { readonly account: string; readonly keys: readonly string[] } | null = null;

  constructor(accounts: Pick<Accounts, 'list'>, journal: Pick<Journal, 'read'>) {
    this.#accounts = accounts;
    this.#journal = journal;
  }

  /** Sets the texts to send; no keys means none. */
  set(account: string, keys: readonly string[]): void {
    this.#request = keys.length === 0 ? null : { account, keys };
  }

  /**
   * Streams the page in chunks, so that the browser can start on the first one while the text is still being read. The
   * text comes last, in a data block that is not executed and that its content cannot close. The editor, which waits in
   * a template of the page, is loaded with it.
   */
  async *page(html: string, localSince: string | null): AsyncGenerator<string, void> {
    const account = this.#accounts.list().active;
    const end = html.lastIndexOf('</body>');
    if (this.#request?.account !== account || end < 0) return yield html;
    yield html.slice(0, end).replace(/<template id="early-editor">(.*?)<\/template>/, '$1');
    const entries = await this.#journal.read(this.#request.keys).catch(() => []);
    const draft: PreloadedDraft = { account, local_since: localSince, entries };
    const json = JSON.stringify(draft).replaceAll('<', '\\u003c');
    yield `<script type="application/json" id="${PRELOADED_DRAFT}">${json}</script>`;
    yield html.slice(end);
  }
}

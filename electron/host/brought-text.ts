import { BROUGHT_TEXT, type BroughtText } from '#contract/brought-text.ts';
import type { Accounts } from './accounts.ts';
import type { Journal } from './journal.ts';

/** What was shown last goes along with the page: a window that opens with it shows it before it asks anything. */
export class BroughtTexts {
  readonly #accounts: Pick<Accounts, 'list'>;
  readonly #journal: Pick<Journal, 'read'>;
  #wanted: { readonly account: string; readonly keys: readonly string[] } | null = null;

  constructor(accounts: Pick<Accounts, 'list'>, journal: Pick<Journal, 'read'>) {
    this.#accounts = accounts;
    this.#journal = journal;
  }

  /** No keys: nothing any more. */
  bring(account: string, keys: readonly string[]): void {
    this.#wanted = keys.length === 0 ? null : { account, keys };
  }

  /**
   * The page in the pieces it is sent in: whoever gets it begins with the first, while the text is still being read. That
   * stands at the end, in a data block, which no browser runs; nothing written in it can end the block. The editor, which
   * waits in a template of the page, is loaded with it.
   */
  async *page(html: string, localSince: string | null): AsyncGenerator<string, void> {
    const account = this.#accounts.list().active;
    const end = html.lastIndexOf('</body>');
    if (this.#wanted?.account !== account || end < 0) return yield html;
    yield html.slice(0, end).replace(/<template id="early-editor">(.*?)<\/template>/, '$1');
    const entries = await this.#journal.read(this.#wanted.keys).catch(() => []);
    const brought: BroughtText = { account, local_since: localSince, entries };
    const json = JSON.stringify(brought).replaceAll('<', '\\u003c');
    yield `<script type="application/json" id="${BROUGHT_TEXT}">${json}</script>`;
    yield html.slice(end);
  }
}

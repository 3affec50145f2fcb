import { readHiddenScripts } from '../../library-index/marks.ts';
import type { StoredDraft } from '../../drafts/drafts.ts';
import type { AppState } from '../../app-state/app-state.svelte.ts';

/** The draft the user edited last, with what is known about its script. */
export interface LastDraft {
  readonly draft: StoredDraft;
  readonly title: string;
  readonly number: number | null;
  readonly words: number;
  /** Target words, if the script was loaded before. */
  readonly target: number | null;
  readonly hasThumbnail: boolean;
}

/** The last results, kept so that a returning user sees one at once and nothing below it moves. */
const lastDrafts = new WeakMap<AppState, { readonly account: string; readonly last: LastDraft | null }>();

/** Finds what to continue with from local data, so that it is there at once and offline. */
export class Home {
  readonly #app: AppState;
  #lastDraft = $state.raw<LastDraft | null>(null);
  #isLoaded = $state.raw(false);

  constructor(app: AppState) {
    this.#app = app;
    const rememberedDraft = lastDrafts.get(app);
    if (rememberedDraft?.account !== app.account) return;
    this.#lastDraft = rememberedDraft.last;
    this.#isLoaded = true;
  }

  get last(): LastDraft | null {
    return this.#lastDraft;
  }

  /** Returns whether the drafts were searched; until then nothing is known. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  async load(): Promise<void> {
    const { drafts, account, store } = this.#app;
    const hiddenIds = await readHiddenScripts(store, account);
    const draft = (await drafts.list(account)).find(
      ({ scriptId, text }) => text.trim() !== '' && !hiddenIds.has(scriptId),
    );
    const last = draft ? await this.#describe(draft) : null;
    lastDrafts.set(this.#app, { account, last });
    this.#lastDraft = last;
    this.#isLoaded = true;
  }

  async #describe(draft: StoredDraft): Promise<LastDraft> {
    const { cache, account, outbox } = this.#app;
    const queuedItem = outbox.open.find(({ id }) => id === draft.scriptId);
    const script = queuedItem
      ? { ...queuedItem.body, title: queuedItem.title }
      : ((await cache.readEntity(account, 'script', draft.scriptId))?.value ?? {});
    const { title, script_number: number, length, thumbnail }: Readonly<Record<string, unknown>> = script;
    // The page is shown without waiting for the parser.
    const { countScriptWords } = await import('#markdown/spoken-pieces.ts');
    return {
      draft,
      title: typeof title === 'string' ? title : `Script ${draft.scriptId}`,
      number: typeof number === 'number' ? number : null,
      words: countScriptWords(draft.text),
      target: typeof length === 'number' ? length : null,
      hasThumbnail: typeof thumbnail === 'string',
    };
  }
}

import { countWords } from '#markdown/words.ts';

import type { DraftGlance } from '../../offline/drafts.ts';
import type { Studio } from '../../studio/studio.svelte.ts';

/** The draft a person wrote in last, with what is known of its script. */
export interface LastDraft {
  readonly draft: DraftGlance;
  readonly title: string;
  readonly number: number | null;
  readonly words: number;
  /** Target words, where the script was seen. */
  readonly target: number | null;
  /** Its script has a thumbnail. */
  readonly pictured: boolean;
}

/** What was found last: who comes back sees it at once, and nothing below it moves. */
const found = new WeakMap<Studio, { readonly account: string; readonly last: LastDraft | null }>();

/** What comes next: found in what is on this machine, so that it is there at once and offline. */
export class Home {
  readonly #studio: Studio;
  #last = $state.raw<LastDraft | null>(null);
  #looked = $state.raw(false);

  constructor(studio: Studio) {
    this.#studio = studio;
    const known = found.get(studio);
    if (known?.account !== studio.account) return;
    this.#last = known.last;
    this.#looked = true;
  }

  get last(): LastDraft | null {
    return this.#last;
  }

  /** Whether the drafts were looked through; before that nothing is claimed. */
  get looked(): boolean {
    return this.#looked;
  }

  async look(): Promise<void> {
    const { drafts, account } = this.#studio;
    const draft = (await drafts.glance(account)).find(({ text }) => text.trim() !== '');
    const last = draft ? await this.#known(draft) : null;
    found.set(this.#studio, { account, last });
    this.#last = last;
    this.#looked = true;
  }

  async #known(draft: DraftGlance): Promise<LastDraft> {
    const { cache, account } = this.#studio;
    const known = (await cache.entity(account, 'script', draft.scriptId))?.value ?? {};
    const { title, script_number: number, length, thumbnail } = known;
    return {
      draft,
      title: typeof title === 'string' ? title : `Script ${draft.scriptId}`,
      number: typeof number === 'number' ? number : null,
      words: countWords(draft.text),
      target: typeof length === 'number' ? length : null,
      pictured: typeof thumbnail === 'string',
    };
  }
}

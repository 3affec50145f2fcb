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
}

/** What comes next: found in what is on this machine, so that it is there at once and offline. */
export class Home {
  readonly #studio: Studio;
  #last = $state.raw<LastDraft | null>(null);
  #looked = $state.raw(false);

  constructor(studio: Studio) {
    this.#studio = studio;
  }

  get last(): LastDraft | null {
    return this.#last;
  }

  /** Whether the drafts were looked through; before that nothing is claimed. */
  get looked(): boolean {
    return this.#looked;
  }

  async look(): Promise<void> {
    const { drafts, cache, account } = this.#studio;
    const draft = (await drafts.glance(account)).find(({ text }) => text.trim() !== '');
    if (!draft) {
      this.#last = null;
      this.#looked = true;
      return;
    }
    const known = (await cache.entity(account, 'script', draft.scriptId))?.value ?? {};
    const { title, script_number: number, length } = known;
    this.#last = {
      draft,
      title: typeof title === 'string' ? title : `Script ${draft.scriptId}`,
      number: typeof number === 'number' ? number : null,
      words: countWords(draft.text),
      target: typeof length === 'number' ? length : null,
    };
    this.#looked = true;
  }
}

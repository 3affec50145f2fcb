import { sampleWords } from '#markdown/voice/measure.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { scriptText } from '#renderer/shared/script-text.ts';

/** Is a script chosen as a sample; `text` is null until it was read. */
interface ChosenScript {
  readonly id: number;
  readonly title: string;
  readonly text: string | null;
  readonly unread: boolean;
}

/** Reads the scripts that a voice is measured from. */
export class SampleScripts {
  readonly #app: Pick<AppState, 'api' | 'store'>;
  readonly #account: string;
  #chosen = $state.raw<readonly ChosenScript[]>([]);

  constructor(app: Pick<AppState, 'api' | 'store'>, account: string) {
    this.#app = app;
    this.#account = account;
  }

  get chosen(): readonly ChosenScript[] {
    return this.#chosen;
  }

  get reading(): boolean {
    return this.#chosen.some(({ text, unread }) => text === null && !unread);
  }

  /** Returns the texts that have spoken words. */
  get texts(): readonly string[] {
    return this.#chosen.flatMap(({ text }) => (text !== null && sampleWords([text]) > 0 ? [text] : []));
  }

  has(id: number): boolean {
    return this.#chosen.some((one) => one.id === id);
  }

  /** Says why a chosen script adds nothing; undefined if it does. */
  faultOf(id: number): string | undefined {
    const one = this.#chosen.find((script) => script.id === id);
    if (!one) return undefined;
    if (one.unread) return 'Couldn’t be read. Deselect it, or select it again in a moment.';
    return one.text !== null && sampleWords([one.text]) === 0 ? 'Has no spoken words yet.' : undefined;
  }

  async choose(id: number, title: string, on: boolean): Promise<void> {
    this.#chosen = this.#chosen.filter((one) => one.id !== id);
    if (!on) return;
    const one: ChosenScript = { id, title, text: null, unread: false };
    this.#chosen = [...this.#chosen, one];
    const text = await scriptText(this.#app, this.#account, id);
    this.#chosen = this.#chosen.map((now) => (now === one ? { ...one, text, unread: text === null } : now));
  }

  clear(): void {
    this.#chosen = [];
  }
}

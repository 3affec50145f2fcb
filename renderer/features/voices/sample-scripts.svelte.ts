import { countSampleWords } from '#markdown/voice/measure.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { readScriptText } from '#renderer/shared/script-text.ts';

/** A script chosen as a sample; `text` is null until it was read. */
interface ChosenScript {
  readonly id: number;
  readonly title: string;
  readonly text: string | null;
  readonly isUnreadable: boolean;
}

/** Reads the scripts that a voice is measured from. */
export class SampleScripts {
  readonly #app: Pick<AppState, 'api' | 'store'>;
  readonly #account: string;
  candidate = $state.raw<readonly ChosenScript[]>([]);

  constructor(app: Pick<AppState, 'api' | 'store'>, account: string) {
    this.#app = app;
    this.#account = account;
  }

  get chosen(): readonly ChosenScript[] {
    return this.candidate;
  }

  get isReading(): boolean {
    return this.candidate.some(({ text, isUnreadable }) => text === null && !isUnreadable);
  }

  /** Returns the texts that have spoken words. */
  get texts(): readonly string[] {
    return this.candidate.flatMap(({ text }) => (text !== null && countSampleWords([text]) > 0 ? [text] : []));
  }

  has(id: number): boolean {
    return this.candidate.some((script) => script.id === id);
  }

  /** Returns why a chosen script adds nothing; undefined if it adds text. */
  getFault(id: number): string | undefined {
    const script = this.candidate.find((chosen) => chosen.id === id);
    if (!script) return undefined;
    if (script.isUnreadable) return 'Couldn’t be read. Deselect it, or select it again in a moment.';
    return script.text !== null && countSampleWords([script.text]) === 0 ? 'Has no spoken words yet.' : undefined;
  }

  async choose(id: number, title: string, isChosen: boolean): Promise<void> {
    this.candidate = this.candidate.filter((script) => script.id !== id);
    if (!isChosen) return;
    const script: ChosenScript = { id, title, text: null, isUnreadable: false };
    this.candidate = [...this.candidate, script];
    const text = await readScriptText(this.#app, this.#account, id);
    this.candidate = this.candidate.map((current) =>
      current === script ? { ...script, text, isUnreadable: text === null } : current,
    );
  }

  clear(): void {
    this.candidate = [];
  }
}

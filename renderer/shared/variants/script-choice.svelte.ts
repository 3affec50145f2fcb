import type { ScriptListItem } from '#contract/schema/script.ts';
import type { AppState } from '../../app-state/app-state.svelte.ts';

interface PreferredScript {
  /** The script that the picture was made for; null for none. */
  readonly id: number | null;
  /** Finds the script by its title where the picture only has a name. */
  readonly title: string;
}

/** The script of a channel that a picture is assigned to. */
export class ScriptChoice {
  readonly account: string;
  readonly channelId: number;
  readonly #preferredScript: PreferredScript;
  readonly #scripts;
  #chosenId = $state<number | null>(null);

  constructor(app: AppState, account: string, channelId: number, preferredScript: PreferredScript) {
    this.account = account;
    this.channelId = channelId;
    this.#preferredScript = preferredScript;
    const query = { params: { id: channelId }, query: { per_page: 100 } };
    this.#scripts = app.cache.query(account, 'scripts.list', query);
  }

  open(): () => void {
    return this.#scripts.open();
  }

  get isLoading(): boolean {
    return this.#scripts.isLoading;
  }

  get list(): readonly ScriptListItem[] {
    return this.#scripts.value?.data ?? [];
  }

  /** Starts with the preferred script, else with the channel's newest; null if the channel has none. Reactive. */
  get script(): ScriptListItem | null {
    const { id, title } = this.#preferredScript;
    const findScript = (scriptId: number | null) => this.list.find((script) => script.id === scriptId);
    return (
      findScript(this.#chosenId) ??
      findScript(id) ??
      this.list.find((script) => script.title === title) ??
      this.list[0] ??
      null
    );
  }

  choose(id: number): void {
    this.#chosenId = id;
  }

  /** The reason why nothing can be assigned. */
  get missingReason(): string | undefined {
    return this.script === null ? 'There’s no script to assign it to.' : undefined;
  }
}

import type { SCRIPT_FORMATS, ScriptListItem } from '#contract/schema/script.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { PagedList } from '#renderer/shared/paged-list.svelte.ts';

export interface ScriptFilters {
  readonly search: string;
  readonly format: (typeof SCRIPT_FORMATS)[number] | null;
}

/** Lists the scripts of a channel that match the filters, newest first. */
export class PagedScripts extends PagedList<'scripts.list', ScriptListItem> {
  constructor(deps: Pick<AppState, 'api' | 'cache'>, account: string, channelId: number, filters: ScriptFilters) {
    const needle = filters.search.toLowerCase();
    super(deps, {
      account,
      operation: 'scripts.list',
      kind: 'script',
      input: {
        params: { id: channelId },
        query: {
          ...(filters.search === '' ? {} : { search: filters.search }),
          ...(filters.format === null ? {} : { format: filters.format }),
        },
      },
      fits: (script) =>
        script.channel_id === channelId &&
        (filters.format === null || script.format === filters.format) &&
        [script.title, script.topic].some((text) => text.toLowerCase().includes(needle)),
    });
  }
}

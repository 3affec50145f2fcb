import type { SCRIPT_FORMATS, ScriptListItem } from '#contract/schema/script.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';
import { PagedList } from '#renderer/studio/paged-list.svelte.ts';

export interface ScriptFilters {
  readonly search: string;
  readonly format: (typeof SCRIPT_FORMATS)[number] | null;
}

/** The scripts of a channel under filters, newest first. */
export class PagedScripts extends PagedList<'scripts.list', ScriptListItem> {
  constructor(deps: Pick<Studio, 'api' | 'cache'>, account: string, channelId: number, filters: ScriptFilters) {
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

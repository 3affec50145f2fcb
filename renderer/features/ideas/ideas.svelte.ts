import type { Idea, IDEA_SOURCE_TYPES, IDEA_STATUS_FILTERS } from '#contract/schema/idea.ts';
import { foldText } from '#markdown/fold-text.ts';
import { PagedList } from '#renderer/shared/paged-list.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

export type StatusFilter = (typeof IDEA_STATUS_FILTERS)[number];
export type SourceFilter = (typeof IDEA_SOURCE_TYPES)[number];

export interface IdeaFilters {
  readonly status: StatusFilter | null;
  readonly source: SourceFilter | null;
  readonly search: string;
}

export class Ideas extends PagedList<'ideas.list', Idea> {
  constructor(deps: Pick<AppState, 'api' | 'cache'>, account: string, channelId: number, filters: IdeaFilters) {
    const { status, source, search } = filters;
    super(deps, {
      account,
      operation: 'ideas.list',
      kind: 'idea',
      input: {
        params: { id: channelId },
        query: {
          ...(status === null ? {} : { status }),
          ...(source === null ? {} : { source_type: source }),
          ...(search === '' ? {} : { search }),
        },
      },
      fits: (idea) => idea.channel_id === channelId && fits(idea, filters),
    });
  }
}

/** Mirrors the service's filters (spec 1 §4 GET /channels/{id}/ideas). */
export function fits(idea: Idea, { status, source, search }: IdeaFilters): boolean {
  const wanted = status === 'banger' ? 'considering' : status;
  if (wanted === 'scripted' ? idea.script_id === null : wanted !== null && idea.status !== wanted) return false;
  if (source !== null && idea.source_type !== source) return false;
  const needle = foldText(search);
  return [idea.title, idea.topic, idea.angle].some((text) => text != null && foldText(text).includes(needle));
}

import type { Idea, IDEA_SORTS, IDEA_SOURCE_TYPES, IDEA_STATUS_FILTERS, LocalIdea } from '#contract/schema/idea.ts';
import { foldText } from '#markdown/fold-text.ts';
import type { BodyOf } from '#renderer/bridge/api-client.ts';
import { PagedList } from '#renderer/shared/paged-list.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

export type StatusFilter = (typeof IDEA_STATUS_FILTERS)[number];
export type SourceFilter = (typeof IDEA_SOURCE_TYPES)[number];

export type IdeaSort = (typeof IDEA_SORTS)[number];

export interface IdeaFilters {
  readonly status: StatusFilter | null;
  readonly source: SourceFilter | null;
  readonly tag: string | null;
  readonly search: string;
}

/** An idea as the page shows it; fields that are not in the spec are missing on other services. */
export type ShownIdea = Idea & Partial<Pick<LocalIdea, 'rating' | 'tags' | 'rejection_reason' | 'evidence'>>;

interface IdeaListOptions {
  readonly account: string;
  readonly channelId: number;
  readonly filters: IdeaFilters;
  /** Null where the service is not one of Cutaway's own: it knows no other order than newest first. */
  readonly sort: IdeaSort | null;
}

/** Lists the ideas of a channel, with rating and tags where the service is one of Cutaway's own. */
export class Ideas extends PagedList<'ideas.list' | 'local.ideas.list', ShownIdea> {
  constructor(deps: Pick<AppState, 'api' | 'cache'>, { account, channelId, filters, sort }: IdeaListOptions) {
    const { status, source, tag, search } = filters;
    const query = {
      ...(status === null ? {} : { status }),
      ...(source === null ? {} : { source_type: source }),
      ...(search === '' ? {} : { search }),
      ...(sort === null ? {} : { sort, ...(tag !== null && { tag }) }),
    };
    super(deps, {
      account,
      operation: sort === null ? 'ideas.list' : 'local.ideas.list',
      kind: 'idea',
      input: { params: { id: channelId }, query },
      fits: (idea) => idea.channel_id === channelId && matchesFilters(idea, filters),
    });
  }

  /** Lists the tags in use in the channel. */
  get tags(): readonly string[] {
    const answer = this.body as Partial<BodyOf<'local.ideas.list'>> | null;
    return (answer?.tags ?? []).map(({ name }) => name);
  }
}

/** Mirrors the service's filters (spec 1 §4 GET /channels/{id}/ideas). */
export function matchesFilters(idea: ShownIdea, { status, source, tag, search }: IdeaFilters): boolean {
  const expectedStatus = status === 'banger' ? 'considering' : status;
  if (
    expectedStatus === 'scripted' ? idea.script_id === null : expectedStatus !== null && idea.status !== expectedStatus
  )
    return false;
  if (source !== null && idea.source_type !== source) return false;
  if (tag !== null && !idea.tags?.some((name) => name.toLowerCase() === tag.toLowerCase())) return false;
  return search === '' || foldIdea(idea).includes(foldText(search));
}

/** Ideas are replaced, never changed, so each is folded once however many letters are typed. */
const foldedIdeas = new WeakMap<ShownIdea, string>();

function foldIdea(idea: ShownIdea): string {
  const foldedText = foldedIdeas.get(idea) ?? foldText([idea.title, idea.topic, idea.angle].join('\n'));
  foldedIdeas.set(idea, foldedText);
  return foldedText;
}

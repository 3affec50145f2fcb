/** Decides about ideas. An idea's status is the stage of its project (spec 2 §4 Projects). */
import type { IDEA_STAGES } from '#contract/schema/project.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import { toastFailure } from '#renderer/shared/toast-failure.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

import { matchesFilters, type IdeaFilters, type ShownIdea } from './ideas.svelte.ts';

type IdeaStage = (typeof IDEA_STAGES)[number];

export type Decision =
  { readonly kind: IdeaStage | 'archive' | 'restore' } | { readonly kind: 'rejected'; readonly reason: string | null };

/** Decisions with a key, which their buttons show. */
export const DECISIONS = [
  { kind: 'considering', combo: 'c', label: 'Consider' },
  { kind: 'needs_script', combo: 'w', label: 'Move to Needs script' },
  { kind: 'rejected', combo: 'x', label: 'Reject' },
  { kind: 'archive', combo: 'e', label: 'Archive' },
] as const satisfies readonly { kind: Decision['kind']; combo: string; label: string }[];

/** Returns null on success. Uses the current revision, because the user has just seen the idea. */
async function sendDecision(
  { api }: AppState,
  account: string,
  id: number,
  decision: Decision,
): Promise<ApiFailure | null> {
  if (decision.kind === 'rejected') {
    const rejection = await api.call(account, 'local.ideas.reject', {
      params: { id },
      body: { reason: decision.reason },
    });
    return rejection.ok ? null : rejection.failure;
  }
  const params = { project: `project:v1:idea:${id}` };
  const project = await api.call(account, 'projects.get', { params });
  if (!project.ok) return project.failure;
  const input = { params, ifMatch: project.body.data.revision, idempotencyKey: crypto.randomUUID() };
  const result =
    decision.kind === 'archive'
      ? await api.call(account, 'projects.archive', input)
      : decision.kind === 'restore'
        ? await api.call(account, 'projects.restore', input)
        : await api.call(account, 'projects.move', { ...input, body: { stage: decision.kind } });
  return result.ok ? null : result.failure;
}

/** Returns an idea as a decision leaves it; null if it leaves the list. */
function applyDecision(idea: ShownIdea, decision: Decision): ShownIdea | null {
  if (decision.kind === 'archive') return null;
  if (decision.kind === 'restore') return idea;
  return {
    ...idea,
    status: decision.kind,
    rejection_reason: decision.kind === 'rejected' ? decision.reason : null,
  };
}

/** Returns the decision that reverts another; null if the service has none. */
function getOpposite({ status, rejection_reason }: ShownIdea, decision: Decision, mayReject: boolean): Decision | null {
  if (decision.kind === 'archive') return { kind: 'restore' };
  if (status !== 'rejected') return { kind: status as IdeaStage };
  return mayReject ? { kind: 'rejected', reason: rejection_reason ?? null } : null;
}

/** Shows each decision at once and sends them one after another, so that no press of a key is lost. */
export class Triage {
  readonly #app: AppState;
  readonly #account: string;
  readonly #refresh: () => Promise<void>;
  #decisions = $state.raw<ReadonlyMap<number, Decision>>(new Map());
  #sendingDecisions: Promise<unknown> = Promise.resolve();
  #pendingCount = 0;

  /** @param refresh reads the list again; it resolves once the list shows what was decided. */
  constructor(app: AppState, account: string, refresh: () => Promise<void>) {
    this.#app = app;
    this.#account = account;
    this.#refresh = refresh;
  }

  get mayReject(): boolean {
    return this.#app.accounts.accountOffers(this.#account, 'local.ideas.reject');
  }

  /** Applies the decisions to the ideas of a list; leaves out those that no longer match its filters. */
  applyTo(ideas: readonly ShownIdea[], filters: IdeaFilters): readonly ShownIdea[] {
    if (this.#decisions.size === 0) return ideas;
    return ideas.flatMap((idea) => {
      const decision = this.#decisions.get(idea.id);
      if (!decision) return [idea];
      const changedIdea = applyDecision(idea, decision);
      return changedIdea && matchesFilters(changedIdea, filters) ? [changedIdea] : [];
    });
  }

  /** Applies the decision about an idea, even if a list no longer shows it. */
  applyToOne(idea: ShownIdea): ShownIdea {
    const decision = this.#decisions.get(idea.id);
    return (decision && applyDecision(idea, decision)) ?? idea;
  }

  /**
   * Decides about ideas and returns a function that undoes this; null if it cannot be undone.
   * Ideas that have a script are left alone: their scripts have stages of their own.
   */
  decide(ideas: readonly ShownIdea[], decision: Decision): (() => void) | null {
    const undecided = ideas.filter(({ script_id }) => script_id === null);
    const reversals = undecided.map((idea) => [idea, getOpposite(idea, decision, this.mayReject)] as const);
    for (const idea of undecided) this.#add(idea, decision);
    if (reversals.some(([, undo]) => undo === null)) return null;
    return () => {
      for (const [idea, undo] of reversals) if (undo) this.#add(idea, undo);
    };
  }

  #add({ id }: ShownIdea, decision: Decision): void {
    this.#decisions = new Map(this.#decisions).set(id, decision);
    this.#pendingCount += 1;
    this.#sendingDecisions = this.#sendingDecisions.then(() => this.#send(id, decision));
  }

  async #send(id: number, decision: Decision): Promise<void> {
    const failure = await sendDecision(this.#app, this.#account, id, decision);
    this.#pendingCount -= 1;
    if (failure) {
      this.#dropDecision(id, decision);
      toastFailure(this.#app, failure);
    }
    if (this.#pendingCount > 0) return;
    this.#app.cache.invalidate(this.#account, 'projects');
    this.#app.cache.invalidate(this.#account, 'tasks');
    await this.#refresh();
    if (this.#pendingCount === 0) this.#decisions = new Map();
  }

  #dropDecision(id: number, decision: Decision): void {
    if (this.#decisions.get(id) !== decision) return;
    this.#decisions = new Map([...this.#decisions].filter(([other]) => other !== id));
  }
}

/** Rates and tags ideas, and describes decisions about them. */
import { LIMITS } from '#contract/limits.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { plural } from '../../ui/language.ts';

import type { ShownIdea } from './ideas.svelte.ts';
import type { Decision } from './triage.svelte.ts';

const DECISION_TEXTS: Readonly<Record<Decision['kind'], readonly [one: string, several: (count: number) => string]>> = {
  new: ['Moved to New', (count) => plural(count, ['# idea moved to New', '# ideas moved to New'])],
  considering: [
    'Moved to Considering',
    (count) => plural(count, ['# idea moved to Considering', '# ideas moved to Considering']),
  ],
  needs_script: [
    'Moved to Needs script',
    (count) => plural(count, ['# idea moved to Needs script', '# ideas moved to Needs script']),
  ],
  rejected: ['Rejected', (count) => plural(count, ['# idea rejected', '# ideas rejected'])],
  archive: [/* @wc-include */ 'Archived', (count) => plural(count, ['# idea archived', '# ideas archived'])],
  restore: [/* @wc-include */ 'Restored', (count) => plural(count, ['# idea restored', '# ideas restored'])],
};

/** Describes a decision and the ideas it affects. */
export function describeDecision(ideas: readonly ShownIdea[], { kind }: Decision): string {
  const [one, several] = DECISION_TEXTS[kind];
  return ideas.length === 1 ? `${one}: “${ideas[0]?.title ?? ''}”` : several(ideas.length);
}

export async function rateIdea(app: AppState, account: string, { id }: ShownIdea, rating: number | null) {
  await app.details.set(account, 'idea', id, { rating });
}

const isSameTag = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Adds tags to ideas, or takes them away; offers undo. */
export async function tagIdeas(
  app: AppState,
  account: string,
  ideas: readonly ShownIdea[],
  { names, add }: { readonly names: readonly string[]; readonly add: boolean },
): Promise<void> {
  const before = ideas.map((idea) => [idea, idea.tags ?? []] as const);
  const after = before.map(([idea, tags]) => {
    const others = tags.filter((tag) => !names.some((name) => isSameTag(name, tag)));
    return [idea, add ? [...others, ...names] : others] as const;
  });
  if (names.some((name) => name.length > LIMITS.ideaTag)) {
    return void app.toasts.showFault(`A tag has at most ${LIMITS.ideaTag} characters.`);
  }
  if (after.some(([, tags]) => tags.length > LIMITS.ideaTags)) {
    return void app.toasts.showFault(`An idea has at most ${LIMITS.ideaTags} tags.`);
  }
  const save = async (changes: typeof after): Promise<void> => {
    for (const [{ id }, tags] of changes) await app.details.set(account, 'idea', id, { tags });
  };
  await save(after);
  const text = plural(ideas.length, ['Tags of # idea changed', 'Tags of # ideas changed']);
  app.toasts.show({ text, action: () => void save(before) });
}

/** Knows how far an account's setup got; what is left of it is found again on Home and in the command palette. */
import type { Settings } from '#contract/settings.ts';
import type { OperationId } from '#contract/operations/index.ts';
import { SETUP_STEPS, type SetupStep } from '#contract/setup-steps.ts';
import { logger } from '#log/logger.ts';
import type { AppState } from '../app-state/app-state.svelte.ts';

const log = logger('setup');

type Progress = Settings['setup'][string];

const FIRST: Progress = { step: 'youtube', done: [], dismissed: false };

const NEEDS: Readonly<Record<SetupStep, readonly OperationId[]>> = {
  youtube: ['local.platform.get', 'local.platform.put'],
  channel: ['local.platform.preview', 'local.channels.create', 'local.channels.update'],
  competitors: ['local.platform.preview', 'competitors.list', 'competitors.add'],
  ideas: ['local.competitors.latest', 'local.ideas.keep'],
};

/** Returns the steps that the active account's service has for this person. */
export const setupSteps = ({ accounts }: Pick<AppState, 'accounts'>): readonly SetupStep[] =>
  SETUP_STEPS.filter((step) => NEEDS[step].every((operation) => accounts.offers(operation)));

export const setupProgress = ({ settings, account }: Pick<AppState, 'settings' | 'account'>): Progress =>
  settings.value.setup[account] ?? FIRST;

/** Returns the steps for Home to show; none if the setup was never begun, is done or was dismissed. */
export function remainingSteps(app: AppState): readonly SetupStep[] {
  const begun = app.settings.value.setup[app.account];
  if (!begun || begun.dismissed) return [];
  return setupSteps(app).filter((step) => !begun.done.includes(step));
}

export function saveProgress(app: AppState, change: Partial<Progress>): void {
  const setup = { ...app.settings.value.setup, [app.account]: { ...setupProgress(app), ...change } };
  void app.settings.set({ setup }).catch(log.failure('setup progress not saved'));
}

export function markDone(app: AppState, step: SetupStep): void {
  const { done } = setupProgress(app);
  if (!done.includes(step)) saveProgress(app, { done: [...done, step] });
}

/** Returns the names when they are needed, because translations are not ready before. */
export const stepLabels = (): Readonly<Record<SetupStep, string>> => ({
  youtube: 'YouTube',
  channel: 'Your channel',
  competitors: 'Competitors',
  ideas: 'First ideas',
});

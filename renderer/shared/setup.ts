/** Tracks an account's setup; Home and the command palette offer the remaining steps. */
import type { Settings } from '#contract/settings.ts';
import type { OperationId } from '#contract/operations/index.ts';
import { SETUP_STEPS, type SetupStep } from '#contract/setup-steps.ts';
import { logger } from '#log/logger.ts';
import type { AppState } from '../app-state/app-state.svelte.ts';

const log = logger('setup');

type Progress = Settings['setup'][string];

const INITIAL: Progress = { step: 'youtube', done: [], dismissed: false };

const REQUIRED_OPERATIONS: Readonly<Record<SetupStep, readonly OperationId[]>> = {
  youtube: ['local.platform.get', 'local.platform.put'],
  channel: ['local.platform.preview', 'local.channels.create', 'local.channels.update'],
  competitors: ['local.platform.preview', 'competitors.list', 'competitors.add'],
  ideas: ['local.competitors.latest', 'local.ideas.keep'],
};

/** Returns the steps that the active account's service has for this person. */
export const listSetupSteps = ({ accounts }: Pick<AppState, 'accounts'>): readonly SetupStep[] =>
  SETUP_STEPS.filter((step) => REQUIRED_OPERATIONS[step].every((operation) => accounts.offers(operation)));

export const getSetupProgress = ({ settings, account }: Pick<AppState, 'settings' | 'account'>): Progress =>
  settings.value.setup[account] ?? INITIAL;

/** Returns the steps for Home to show; none if the setup was never started, is done or was dismissed. */
export function listRemainingSteps(app: AppState): readonly SetupStep[] {
  const progress = app.settings.value.setup[app.account];
  if (!progress || progress.dismissed) return [];
  return listSetupSteps(app).filter((step) => !progress.done.includes(step));
}

export function saveProgress(app: AppState, change: Partial<Progress>): void {
  const setup = { ...app.settings.value.setup, [app.account]: { ...getSetupProgress(app), ...change } };
  void app.settings.set({ setup }).catch(log.failure('setup progress not saved'));
}

export function markDone(app: AppState, step: SetupStep): void {
  const { done } = getSetupProgress(app);
  if (!done.includes(step)) saveProgress(app, { done: [...done, step] });
}

/** A function, because translations are not ready when the module loads. */
export const stepLabels = (): Readonly<Record<SetupStep, string>> => ({
  youtube: 'YouTube',
  channel: 'Your channel',
  competitors: 'Competitors',
  ideas: 'First ideas',
});

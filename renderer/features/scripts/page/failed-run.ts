import type { WatchedKind, WatchedRun } from '#contract/watched-run.ts';
import type { FaultMessage } from '#renderer/bridge/faults.ts';
import { describeRunState } from '#renderer/shared/run-labels.ts';

const TITLES: Readonly<Record<WatchedKind, string>> = {
  outline: 'The outline couldn’t be generated',
  script: 'The draft couldn’t be generated',
  humanize: 'The text couldn’t be humanized',
  agent: 'The agent run didn’t finish',
};

/** Error codes that a change of the text model's settings can fix. */
const MODEL_SETTINGS_ERRORS: ReadonlySet<string | null> = new Set([
  'refused-key',
  'out-of-quota',
  'unreachable',
  'bad-answer',
]);

/** @param isOwnService true for one of Cutaway's own services, which charge nothing for a failed run */
export function describeFailedRun(run: WatchedRun, isOwnService: boolean): FaultMessage {
  const cost = isOwnService
    ? 'Nothing was charged, and your text hasn’t changed.'
    : 'Your text hasn’t changed. Your balance shows what the service charged.';
  const action = MODEL_SETTINGS_ERRORS.has(run.error_code)
    ? { id: 'open-models' as const, label: 'Open text models' }
    : null;
  return { title: TITLES[run.kind], text: `${describeRunState(run)} ${cost}`, action, fields: {}, temporary: true };
}

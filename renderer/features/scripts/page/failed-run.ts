import { LOCAL_ACCOUNT } from '#contract/values.ts';
import type { WatchedKind, WatchedRun } from '#contract/bridge.ts';
import type { FaultWords } from '#renderer/bridge/faults.ts';
import { runState } from '#renderer/shared/run-labels.ts';

const TITLES: Readonly<Record<WatchedKind, string>> = {
  outline: 'The outline couldn’t be generated',
  script: 'The draft couldn’t be generated',
  humanize: 'The text couldn’t be humanized',
  agent: 'The agent run didn’t finish',
};

/** Failures that the settings of the text model can mend. */
const MODEL_SETTINGS: ReadonlySet<string | null> = new Set(['refused-key', 'unreachable', 'bad-answer']);

export function failedRun(run: WatchedRun): FaultWords {
  const cost =
    run.account === LOCAL_ACCOUNT
      ? 'Nothing was charged, and your text hasn’t changed.'
      : 'Your text hasn’t changed. Your balance shows what the service charged.';
  const action = MODEL_SETTINGS.has(run.error_code) ? { id: 'open-models' as const, label: 'Open text models' } : null;
  return { title: TITLES[run.kind], text: `${runState(run)} ${cost}`, action, fields: {}, passing: true };
}

import type { WatchedKind, WatchedRun } from '#contract/bridge.ts';
import type { FaultWords } from '#renderer/bridge/faults.ts';
import { runState } from '#renderer/studio/run-words.ts';

const TITLES: Readonly<Record<WatchedKind, string>> = {
  outline: 'The outline was not made',
  script: 'The draft was not made',
  humanize: 'The text was not humanized',
  agent: 'The agent run did not finish',
};

/** Why a run failed, for the page of its script. */
export function failedRun(run: WatchedRun): FaultWords {
  const reason = runState(run);
  const cost =
    run.account === 'local'
      ? 'Nothing was charged, and your text is as it was.'
      : 'Your text is as it was; the balance shows what the service charged.';
  const action = /Settings, Text model/.test(reason) ? { id: 'open-models' as const, label: 'Open text models' } : null;
  return { title: TITLES[run.kind], text: `${reason} ${cost}`, action, fields: {}, passing: true };
}

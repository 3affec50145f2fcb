import type { WatchedKind, WatchedRun } from '#contract/watched-run.ts';
import { plural } from '../ui/language.ts';

const NAMES: Readonly<Record<WatchedKind, string>> = {
  outline: 'Outline',
  script: 'Draft',
  humanize: 'Humanize',
  agent: 'Agent run',
};

/** Returns the name of a run, such as "Draft" for one that writes the script. */
export const getRunName = (run: WatchedRun): string => NAMES[run.kind];

export function describeRunState(run: WatchedRun): string {
  switch (run.status) {
    case 'starting':
      return 'Sending…';
    case 'unclear':
      return 'Sent, but no response came back. It won’t be sent again automatically.';
    case 'queued':
      return 'Queued';
    case 'running':
      return run.step_label ?? 'Writing';
    case 'completed':
      return run.issues === null ? 'Finished' : `Finished. ${run.issues}`;
    case 'failed':
      return run.error ?? 'Failed, nothing was charged';
    case 'canceled':
      return run.result_key === null
        ? 'Cancelled, nothing was charged'
        : 'Stopped. What was written is kept, and no credits were charged';
    default:
      return String(run.status);
  }
}

export function getCancelLabel(run: WatchedRun): string {
  const { credits } = run;
  if (run.is_language_model === true) {
    if (credits === null || credits === 0) return 'Stop and keep the text';
    return plural(credits, ['Stop, keep the text, get # credit back', 'Stop, keep the text, get # credits back']);
  }
  if (credits === null && run.kind === 'agent') return 'Cancel and get the credits back';
  if (credits === null || credits === 0) return 'Cancel, nothing charged';
  return plural(credits, ['Cancel and get # credit back', 'Cancel and get # credits back']);
}

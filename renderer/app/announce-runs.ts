import { runName, runState } from '../studio/run-words.ts';
import type { Studio } from '../studio/studio.svelte.ts';

/** Says when a run ends, unless its script is what the person looks at. The returned function stops it. */
export function announceRuns(studio: Studio): () => void {
  return studio.runs.onEnd((run) => {
    const { route } = studio.router;
    if (route.name === 'scripts' && route.id === run.script_id && run.account === studio.account) return;
    const open = (): void => studio.router.go({ name: 'scripts', id: run.script_id, create: null });
    if (run.status === 'completed') {
      studio.toasts.show({
        text: `${runName(run)} of “${run.script_title}” is ready`,
        action: open,
        actionLabel: 'Open',
      });
    } else if (run.status === 'failed') {
      studio.toasts.fault(`${runName(run)} of “${run.script_title}”: ${runState(run)}`, { label: 'Open', run: open });
    }
  });
}

import { getRunName, describeRunState } from '../shared/run-labels.ts';
import type { AppState } from '../app-state/app-state.svelte.ts';

/** Announces the end of a run unless its script is open. The returned function unsubscribes. */
export function announceRuns(app: AppState): () => void {
  return app.runs.onEnd((run) => {
    const { route } = app.router;
    if (route.name === 'scripts' && route.id === run.script_id && run.account === app.account) return;
    const open = (): void => app.router.go({ name: 'scripts', id: run.script_id, create: null });
    if (run.status === 'completed') {
      app.toasts.show({
        text: `${getRunName(run)} finished: “${run.script_title}”`,
        action: open,
        actionLabel: 'Open',
      });
    } else if (run.status === 'failed') {
      app.toasts.showFault(`${getRunName(run)} for “${run.script_title}”: ${describeRunState(run)}`, {
        label: 'Open',
        run: open,
      });
    }
  });
}

import type { AppState } from '../app-state/app-state.svelte.ts';

/** Announces that an update is ready. The returned function unsubscribes. */
export function announceUpdate(app: AppState): () => void {
  return app.bridge.subscribe('updates.changed', (state) => {
    if (state.status !== 'ready') return;
    app.toasts.show({
      text: `Cutaway ${state.version} is ready. It’s installed when you quit.`,
      action: () => app.router.go({ name: 'settings', section: 'updates' }),
      actionLabel: 'What’s new',
    });
  });
}

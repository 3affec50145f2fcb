import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

/** Opens a link of a script in the person's browser. */
export async function followLink({ bridge, toasts }: Pick<AppState, 'bridge' | 'toasts'>, link: string): Promise<void> {
  try {
    const { outcome } = await bridge.invoke('links.open', { href: link });
    if (outcome === 'unsupported') window.open(link, '_blank', 'noopener,noreferrer');
    if (outcome === 'refused') toasts.showFault('Only https links can be opened from a script.');
  } catch {
    toasts.showFault('Cutaway isn’t responding, so the link wasn’t opened.');
  }
}

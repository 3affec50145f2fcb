import type { Settings } from '#contract/bridge.ts';

/** The script an address asks for to be written in; one of the ids that services give. */
export function scriptOf(hash: string): number | null {
  const id = /^#\/scripts\/([1-9][0-9]{0,9})$/.exec(hash)?.[1];
  return id === undefined ? null : Number(id);
}

/**
 * Says how the frame in index.html is drawn (frame.css). Before the first paint: the window must flash up neither in the
 * other theme nor in another layout.
 */
export function drawFrame(
  { dataset }: HTMLElement,
  { theme, editor_view: view, sidebar }: Settings,
  hash: string,
): void {
  if (theme !== 'system') dataset['theme'] = theme;
  if (scriptOf(hash) === null) return;
  dataset['frame'] = view;
  if (sidebar) dataset['frameSide'] = '';
}

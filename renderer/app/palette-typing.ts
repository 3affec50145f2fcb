import type { Palette } from '../app-state/palette.svelte.ts';

const isFieldFocused = (): boolean => document.activeElement?.matches('[data-palette-field]') ?? false;

/**
 * Puts what a person types while the palette is still loading into its field, so that it reaches neither the text being
 * written nor a shortcut. Runs nothing on Enter, since the results are not shown yet. Returns a function that stops it.
 */
export function catchTyping(palette: Palette): () => void {
  const onkeydown = (event: KeyboardEvent): void => {
    if (isFieldFocused()) return stop();
    if (event.isComposing) return;
    const { key } = event;
    // @wc-ignore
    const isModified = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
    if (isModified && key !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === 'Escape') [palette.open, palette.query] = [false, ''];
    else if (key === 'Backspace') palette.query = palette.query.slice(0, -1);
    else if ([...key].length === 1) palette.query += key;
  };
  const stop = (): void => window.removeEventListener('keydown', onkeydown, { capture: true });
  window.addEventListener('keydown', onkeydown, { capture: true });
  return stop;
}

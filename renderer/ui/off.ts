const acting = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp']);

/** Handlers for a button that is off but keeps its place in the tab order: nothing it could do gets through. */
export function offGuards(
  isOff: () => boolean,
): Record<'onclick' | 'onpointerdown' | 'onkeydown', (event: Event) => void> {
  const guard = (event: Event): void => {
    if (!isOff()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  return {
    onclick: guard,
    onpointerdown: guard,
    onkeydown: (event) => {
      if (event instanceof KeyboardEvent && acting.has(event.key)) guard(event);
    },
  };
}

/** `disabled` is either false, true, or the reason in words. */
export function offReason(disabled: boolean | string | undefined): { off: boolean; reason: string | undefined } {
  const off = disabled !== false && disabled !== undefined && disabled !== '';
  return { off, reason: typeof disabled === 'string' && off ? disabled : undefined };
}

const ACTION_KEYS = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp']);

/** Blocks every action of a disabled button, which stays in the tab order. */
export function createDisabledGuards(
  isDisabled: () => boolean,
): Record<'onclick' | 'onpointerdown' | 'onkeydown', (event: Event) => void> {
  const guard = (event: Event): void => {
    if (!isDisabled()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  return {
    onclick: guard,
    onpointerdown: guard,
    onkeydown: (event) => {
      if (event instanceof KeyboardEvent && ACTION_KEYS.has(event.key)) guard(event);
    },
  };
}

/** `disabled` is false, true, or the reason in words. */
export function getDisabledState(disabled: boolean | string | undefined): {
  isDisabled: boolean;
  reason: string | undefined;
} {
  const isDisabled = disabled !== false && disabled !== undefined && disabled !== '';
  return { isDisabled, reason: typeof disabled === 'string' && isDisabled ? disabled : undefined };
}

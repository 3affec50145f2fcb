/** A text field that is still loading. */
export interface LoadingField {
  /** The text that the field will open with. */
  text: string;
  /** Returns true once no keys need to be caught, usually because the field has the focus. */
  readonly isOver: () => boolean;
  /** Called on Escape. */
  readonly cancel: () => void;
}

/**
 * Puts what a person types while a field is still loading into its text, so that it reaches neither the text being
 * written nor a shortcut. The focus stays where it is. Runs nothing on Enter, since no results are shown yet. Returns a
 * function that stops it.
 */
export function catchTyping(field: LoadingField): () => void {
  const onkeydown = (event: KeyboardEvent): void => {
    if (field.isOver()) return stop();
    if (event.isComposing) return;
    const { key } = event;
    // @wc-ignore
    const isModified = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
    if (isModified && key !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === 'Escape') field.cancel();
    else if (key === 'Backspace') field.text = field.text.slice(0, -1);
    else if ([...key].length === 1) field.text += key;
  };
  // Dictation and emoji pickers insert text without a key.
  const onbeforeinput = (event: InputEvent): void => {
    if (field.isOver()) return stop();
    if (!event.cancelable || event.data === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    field.text += event.data;
  };
  const stop = (): void => {
    window.removeEventListener('keydown', onkeydown, { capture: true });
    window.removeEventListener('beforeinput', onbeforeinput, { capture: true });
  };
  window.addEventListener('keydown', onkeydown, { capture: true });
  window.addEventListener('beforeinput', onbeforeinput, { capture: true });
  return stop;
}

/**
 * Catches the letters typed while something that takes the focus is still loading, so that they don't go into the text.
 * The returned function ends this and returns the letters.
 */
export function catchTyping(parent: HTMLElement): () => string {
  const field = document.createElement('input');
  field.setAttribute('aria-hidden', 'true');
  Object.assign(field.style, { position: 'fixed', opacity: '0', pointerEvents: 'none' });
  // The keys are not those of the text.
  field.addEventListener('keydown', (event) => event.stopPropagation());
  parent.append(field);
  field.focus({ preventScroll: true });
  return () => {
    const letters = field.value;
    field.remove();
    return letters;
  };
}

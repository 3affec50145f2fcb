/**
 * Returns a function that resolves a colour token for drawing on a canvas, in the theme of `element`. Reading the
 * custom property would return its text, such as `light-dark(…)`.
 */
export function createTokenReader(element: Element): (name: `--${string}`) => string {
  const probe = document.createElement('i');
  probe.hidden = true;
  element.append(probe);
  const style = getComputedStyle(probe);
  const resolve = (name: string): string => {
    probe.style.color = `var(${name})`;
    return style.color;
  };
  queueMicrotask(() => probe.remove());
  return resolve;
}

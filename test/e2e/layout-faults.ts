/** Finds controls and texts that a person in a small window cannot reach or read. */
import type { Page } from '@playwright/test';

/**
 * Lists controls outside the window that no scrolling brings back, controls covered by something else, texts cut
 * without an ellipsis, and sentences squeezed into a narrow column.
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CONTROLS =
      'button, a[href], input, select, textarea, summary, [contenteditable="true"], [role="option"], [role="tab"], [role="radio"], [role="switch"], [role="slider"], [role="menuitem"]';
    const found: string[] = [];
    const nameOf = (element: Element): string => {
      const text = (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim();
      return `<${element.tagName.toLowerCase()}> “${text.slice(0, 60)}”`;
    };
    const scrolls = (value: string): boolean => value === 'auto' || value === 'scroll';
    const clips = (value: string): boolean => value === 'hidden' || value === 'clip';
    /** Texts for screen readers alone are cut on purpose. */
    const unseen = (element: Element): boolean =>
      element.closest('.sr-only, .skip, [inert], [aria-hidden="true"], .cm-announced') !== null ||
      [element, element.parentElement].some((one) => one !== null && getComputedStyle(one).clipPath !== 'none');
    const visible = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !unseen(element);

    interface Edges {
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    /** Follows an element's box through everything around it that clips; null once scrolling may move it into view. */
    function cut(element: Element): string | null {
      const box: Edges = element.getBoundingClientRect();
      const across = { from: box.left, to: box.right, free: false };
      const down = { from: box.top, to: box.bottom, free: false };
      let position = getComputedStyle(element).position;
      for (let around = element.parentElement; around; around = around.parentElement) {
        const style = getComputedStyle(around);
        if (position === 'fixed') break;
        if (position === 'absolute' && style.position === 'static') continue;
        position = style.position;
        const edge = around.getBoundingClientRect();
        if (!across.free && scrolls(style.overflowX)) across.free = true;
        else if (!across.free && clips(style.overflowX) && (across.from < edge.left - 1 || across.to > edge.right + 1))
          return `is cut at the side by .${around.className}`;
        if (!down.free && scrolls(style.overflowY)) down.free = true;
        else if (!down.free && clips(style.overflowY) && (down.from < edge.top - 1 || down.to > edge.bottom + 1))
          return `is cut above or below by .${around.className}`;
        if (scrolls(style.overflowX) && (edge.left < -1 || edge.right > innerWidth + 1)) across.free = false;
      }
      if (!across.free && (across.from < -1 || across.to > innerWidth + 1))
        return `stands at ${Math.round(across.from)} to ${Math.round(across.to)} of ${innerWidth}`;
      if (!down.free && (down.from < -1 || down.to > innerHeight + 1))
        return `stands at ${Math.round(down.from)} to ${Math.round(down.to)} down of ${innerHeight}`;
      return null;
    }

    function covered(element: Element): boolean {
      const box = element.getBoundingClientRect();
      const x = (box.left + box.right) / 2;
      const y = (box.top + box.bottom) / 2;
      const top = document.elementFromPoint(x, y);
      if (top === null || element.contains(top) || top.contains(element)) return false;
      // A scrim lies under the sheet it belongs to.
      if (element.matches('.scrim')) return false;
      const label = element.closest('label');
      if (label?.contains(top)) return false;
      // A control scrolled out of its list is covered by what stands there, and can be scrolled back.
      for (let around = element.parentElement; around; around = around.parentElement) {
        const edge = around.getBoundingClientRect();
        if (getComputedStyle(around).overflow === 'visible') continue;
        if (x < edge.left || x > edge.right || y < edge.top || y > edge.bottom) return false;
      }
      return top.closest('.toasts, [role="tooltip"]') === null;
    }

    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide in ${clientWidth}`);
    const modal = document.querySelector('[role="dialog"], [role="alertdialog"]');
    const within = (element: Element): boolean => modal === null || modal.contains(element);
    for (const element of document.querySelectorAll(CONTROLS)) {
      const { width, height } = element.getBoundingClientRect();
      if (width < 2 || height < 2 || !visible(element) || !within(element)) continue;
      if (element.matches('.cm-content')) continue;
      const why = cut(element);
      if (why !== null) found.push(`${nameOf(element)} ${why}`);
      else if (covered(element)) {
        const box = element.getBoundingClientRect();
        const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        found.push(`${nameOf(element)} is covered by ${top === null ? 'nothing' : nameOf(top)}`);
      }
    }

    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
      if (!own || !visible(element) || !within(element) || element.closest('canvas, svg, style, script, .cm-editor'))
        continue;
      const style = getComputedStyle(element);
      if (clips(style.overflowX) && style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
        found.push(`${nameOf(element)} is cut: ${element.scrollWidth} in ${element.clientWidth}`);
      const line = Number.parseFloat(style.lineHeight) || 20;
      const lines = element.clientHeight / line;
      const words = element.textContent.trim().split(/\s+/).length;
      if (element.clientWidth > 0 && element.clientWidth < 130 && lines > 4.5 && words > 6)
        found.push(`${nameOf(element)} is squeezed: ${Math.round(lines)} lines in ${element.clientWidth}`);
    }
    return [...new Set(found)];
  });

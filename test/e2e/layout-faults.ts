/** Finds controls and texts that nobody can reach or read in a small window. */
import type { Page } from '@playwright/test';

/**
 * Lists controls outside the window that no scrolling brings back, controls covered by something else, texts cut
 * without an ellipsis, and sentences squeezed into a narrow column.
 */
export const findLayoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CONTROLS =
      'button, a[href], input, select, textarea, summary, [contenteditable="true"], [role="option"], [role="tab"], [role="radio"], [role="switch"], [role="slider"], [role="menuitem"]';
    const faults: string[] = [];
    const describe = (element: Element): string => {
      const text = (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim();
      return `<${element.tagName.toLowerCase()}> “${text.slice(0, 60)}”`;
    };
    const isScrolling = (value: string): boolean => value === 'auto' || value === 'scroll';
    const isClipping = (value: string): boolean => value === 'hidden' || value === 'clip';
    /** Texts for screen readers alone are cut on purpose. */
    const isForScreenReaders = (element: Element): boolean =>
      element.closest('.sr-only, .skip, [inert], [aria-hidden="true"], .cm-announced') !== null ||
      [element, element.parentElement].some(
        (candidate) => candidate !== null && getComputedStyle(candidate).clipPath !== 'none',
      );
    const isVisible = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isForScreenReaders(element);

    interface Edges {
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    /** Follows an element's box through everything around it that clips; null once scrolling may move it into view. */
    function describeCut(element: Element): string | null {
      const box: Edges = element.getBoundingClientRect();
      const across = { from: box.left, to: box.right, free: false };
      const down = { from: box.top, to: box.bottom, free: false };
      let position = getComputedStyle(element).position;
      for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
        const style = getComputedStyle(ancestor);
        if (position === 'fixed') break;
        if (position === 'absolute' && style.position === 'static') continue;
        position = style.position;
        const edge = ancestor.getBoundingClientRect();
        if (!across.free && isScrolling(style.overflowX)) across.free = true;
        else if (
          !across.free &&
          isClipping(style.overflowX) &&
          (across.from < edge.left - 1 || across.to > edge.right + 1)
        )
          return `is cut at the side by .${ancestor.className}`;
        if (!down.free && isScrolling(style.overflowY)) down.free = true;
        else if (!down.free && isClipping(style.overflowY) && (down.from < edge.top - 1 || down.to > edge.bottom + 1))
          return `is cut above or below by .${ancestor.className}`;
        if (isScrolling(style.overflowX) && (edge.left < -1 || edge.right > innerWidth + 1)) across.free = false;
      }
      if (!across.free && (across.from < -1 || across.to > innerWidth + 1))
        return `stands at ${Math.round(across.from)} to ${Math.round(across.to)} of ${innerWidth}`;
      if (!down.free && (down.from < -1 || down.to > innerHeight + 1))
        return `stands at ${Math.round(down.from)} to ${Math.round(down.to)} down of ${innerHeight}`;
      return null;
    }

    function isCovered(element: Element): boolean {
      const box = element.getBoundingClientRect();
      const x = (box.left + box.right) / 2;
      const y = (box.top + box.bottom) / 2;
      const top = document.elementFromPoint(x, y);
      if (top === null || element.contains(top) || top.contains(element)) return false;
      // A scrim is below the sheet it belongs to.
      if (element.matches('.scrim')) return false;
      const label = element.closest('label');
      if (label?.contains(top)) return false;
      // A control scrolled out of its list is covered by what stands there, and can be scrolled back.
      for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
        const edge = ancestor.getBoundingClientRect();
        if (getComputedStyle(ancestor).overflow === 'visible') continue;
        if (x < edge.left || x > edge.right || y < edge.top || y > edge.bottom) return false;
      }
      return top.closest('.toasts, [role="tooltip"]') === null;
    }

    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide in ${clientWidth}`);
    const modal = document.querySelector('[role="dialog"], [role="alertdialog"]');
    const isInModal = (element: Element): boolean => modal === null || modal.contains(element);
    for (const element of document.querySelectorAll(CONTROLS)) {
      const { width, height } = element.getBoundingClientRect();
      if (width < 2 || height < 2 || !isVisible(element) || !isInModal(element)) continue;
      if (element.matches('.cm-content')) continue;
      const reason = describeCut(element);
      if (reason !== null) faults.push(`${describe(element)} ${reason}`);
      else if (isCovered(element)) {
        const box = element.getBoundingClientRect();
        const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        faults.push(`${describe(element)} is covered by ${top === null ? 'nothing' : describe(top)}`);
      }
    }

    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
      if (
        !hasText ||
        !isVisible(element) ||
        !isInModal(element) ||
        element.closest('canvas, svg, style, script, .cm-editor')
      )
        continue;
      const style = getComputedStyle(element);
      if (
        isClipping(style.overflowX) &&
        style.textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1
      )
        faults.push(`${describe(element)} is cut: ${element.scrollWidth} in ${element.clientWidth}`);
      const line = Number.parseFloat(style.lineHeight) || 20;
      const lines = element.clientHeight / line;
      const wordCount = element.textContent.trim().split(/\s+/).length;
      if (element.clientWidth > 0 && element.clientWidth < 130 && lines > 4.5 && wordCount > 6)
        faults.push(`${describe(element)} is squeezed: ${Math.round(lines)} lines in ${element.clientWidth}`);
    }
    return [...new Set(faults)];
  });

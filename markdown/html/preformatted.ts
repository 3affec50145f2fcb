import { type Content, type Element, isBlock, getStyle } from './hast.ts';

/** Returns whether line ends count in an element; null if it does not say. */
export function preservesLines(node: Element): boolean | null {
  const space = getStyle(node, 'white-space');
  if (/^(?:pre|break-spaces)/.test(space)) return true;
  return space === '' || space === 'inherit' ? null : false;
}

/** Returns whether a block is code by its look, as code editors copy it. */
export const isCodeBlock = (node: Element): boolean =>
  node.tagName === 'div' &&
  getStyle(node, 'white-space') === 'pre' &&
  /\bmono(?:space)?\b|consolas|menlo|courier/.test(getStyle(node, 'font-family'));

/** Returns the lines of code: as they are written, and one for each block and break. */
export function getCode(node: Element): string[] {
  const lines = [''];
  let isAtStart = true;
  const addText = (value: string): void => {
    const [first = '', ...rest] = value.replace(/\r\n?/g, '\n').split('\n');
    lines[lines.length - 1] += first;
    lines.push(...rest);
    isAtStart = false;
  };
  const readNodes = (nodes: readonly Content[]): void => {
    for (const child of nodes) {
      if (child.type === 'text') addText(child.value.replaceAll('\u00a0', ' '));
      else if (child.type !== 'element') continue;
      else if (child.tagName === 'br') addText('\n');
      else if (!isBlock(child)) readNodes(child.children);
      else {
        if (!isAtStart && lines.at(-1) !== '') addText('\n');
        readNodes(child.children);
        if (lines.at(-1) !== '') addText('\n');
        isAtStart = true;
      }
    }
  };
  readNodes(node.children);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

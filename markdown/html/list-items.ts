import { type Content, type Element, hasClass, isBlank, isElement, getProperty, getStyle } from './hast.ts';

interface Task {
  readonly done: boolean;
  /** The box itself, which is no part of the text. */
  readonly control: Element | null;
}

const isBox = (node: Element): boolean =>
  (node.tagName === 'input' && /^(?:checkbox|radio)$/i.test(getProperty(node, 'type'))) ||
  (node.tagName === 'img' && getProperty(node, 'ariaRoleDescription') === 'checkbox') ||
  hasClass(node, /^checkbox(?:-o(?:n|ff))?$/);

/** Finds a box at the very beginning of an item. */
function findBox(nodes: readonly Content[]): Element | null {
  const first = nodes.find((node) => !isBlank(node));
  if (!first || !isElement(first)) return null;
  return isBox(first) ? first : findBox(first.children);
}

/** Reads a list item as a task, however web pages and editors write them; null if it is none. */
export function getTask(item: Element): Task | null {
  const control = findBox(item.children);
  const checkedState = getProperty(item, 'ariaChecked') || getProperty(item, 'dataChecked');
  const kind = getProperty(item, 'dataList');
  if (checkedState !== '') return { done: checkedState === 'true', control };
  if (/^(?:un)?checked$/.test(kind)) return { done: kind === 'checked', control };
  if (!control) return null;
  return { done: getProperty(control, 'checked') !== '' || hasClass(control, /-on$/), control };
}

/** Reads how deep an item is where its list does not show it: as Google Docs, Word online and Quill write it. */
function getLevel(item: Element): number {
  const level = Number(getProperty(item, 'ariaLevel') || getProperty(item, 'dataAriaLevel'));
  if (level > 0) return level;
  const indent = /\bql-indent-(\d+)/.exec(getProperty(item, 'className'))?.[1];
  return indent === undefined ? 0 : Number(indent) + 1;
}

/** Keeps the properties that give an item its place in the list. */
export function readItemProperties(item: Element): Element['properties'] {
  const level = getLevel(item);
  const kind = getProperty(item, 'dataList');
  const value = getProperty(item, 'value');
  const hasNoMarker = getStyle(item, 'list-style-type') === 'none';
  return {
    ...(level > 0 ? { level } : {}),
    ...(kind === '' ? {} : { kind: kind === 'ordered' ? 'ol' : 'ul' }),
    ...(/^-?\d+$/.test(value) && !hasNoMarker ? { value } : {}),
  };
}

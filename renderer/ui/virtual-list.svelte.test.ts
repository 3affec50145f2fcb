import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';

import VirtualList from './VirtualList.svelte';

class FakeResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
const clientHeight = Object.getOwnPropertyDescriptor(Element.prototype, 'clientHeight');

afterEach(() => {
  vi.unstubAllGlobals();
  if (clientHeight) Object.defineProperty(Element.prototype, 'clientHeight', clientHeight);
});

it('requests more at the end of a list, and again for another list of the same length', () => {
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => 400 });
  const row = createRawSnippet(() => ({ render: () => '<span>Row</span>' }));
  const listNumbers = (from: number): number[] => Array.from({ length: 10 }, (_, index) => from + index);
  const onend = vi.fn();
  const props = $state({
    label: 'Numbers',
    items: listNumbers(0),
    key: (item: number) => item,
    rowHeight: 40,
    row,
    onend,
  });
  const list = mount(VirtualList<number>, { target: document.body, props });
  flushSync();
  expect(document.querySelectorAll('[role=option]')).toHaveLength(10);
  expect(onend).toHaveBeenCalledTimes(1);
  props.items = listNumbers(100);
  flushSync();
  expect(onend).toHaveBeenCalledTimes(2);
  void unmount(list);
});

import { expect, test } from 'vitest';

import { LiveTextView } from './live-text-view.ts';

const TEXT = Array.from({ length: 60 }, (_, index) => `## Part ${index}\n\nWhat is said in part ${index}.`).join(
  '\n\n',
);

const getShownText = (element: HTMLElement): string =>
  [...element.querySelectorAll('p')].map((line) => line.textContent).join('\n');

test.each([1, 7, 1000])('shows every letter once, in chunks of %i', (size) => {
  const element = document.createElement('div');
  const view = new LiveTextView(element);
  for (let from = 0; from < TEXT.length; from += size) view.write(from, TEXT.slice(from, from + size));
  expect(getShownText(element)).toBe(TEXT);
  expect(element.querySelectorAll('p.heading')).toHaveLength(60);
  view.end();
});

test('a text that starts over replaces the previous one', () => {
  const element = document.createElement('div');
  const view = new LiveTextView(element);
  view.write(0, TEXT);
  view.write(0, 'It was late.');
  expect(getShownText(element)).toBe('It was late.');
  view.end();
});

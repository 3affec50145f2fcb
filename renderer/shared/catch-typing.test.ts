import { afterEach, expect, test } from 'vitest';

import { catchTyping } from './catch-typing.ts';

afterEach(() => document.body.replaceChildren());

const press = (key: string, target: Element = document.body): boolean =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

test('keys typed while a field is loading go into its text, and Enter runs nothing', () => {
  const input = document.createElement('input');
  const field = { text: '', isOver: () => document.activeElement === input, cancel: () => undefined };
  const heard: string[] = [];
  const recordKey = (event: Event): void => void heard.push((event as KeyboardEvent).key);
  document.addEventListener('keydown', recordKey);
  const stop = catchTyping(field);
  for (const key of ['s', 'e', 'x', 'Backspace', 't', ' ', '🚂', 'Enter']) expect(press(key)).toBe(false);
  expect(field.text).toBe('set 🚂');
  expect(heard).toEqual([]);

  document.body.append(input);
  input.focus();
  expect(press('u', input)).toBe(true);
  expect(field.text).toBe('set 🚂');
  input.blur();
  expect(press('p')).toBe(true);
  stop();
  document.removeEventListener('keydown', recordKey);
});

test('dictated text goes into a field that is still loading, not into the text being written', () => {
  const field = { text: 'two ', isOver: () => false, cancel: () => undefined };
  const stop = catchTyping(field);
  const insert = (data: string): boolean =>
    document.body.dispatchEvent(
      new InputEvent('beforeinput', { inputType: 'insertText', data, bubbles: true, cancelable: true }),
    );
  expect(insert('words')).toBe(false);
  expect(field.text).toBe('two words');
  stop();
  expect(insert('!')).toBe(true);
  expect(field.text).toBe('two words');
});

test('Escape cancels a field that is still loading', () => {
  let isCancelled = false;
  const stop = catchTyping({ text: '', isOver: () => false, cancel: () => (isCancelled = true) });
  press('a');
  expect(press('Escape')).toBe(false);
  expect(isCancelled).toBe(true);
  stop();
  expect(press('a')).toBe(true);
});

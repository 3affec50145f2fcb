import { afterEach, expect, test } from 'vitest';

import { Palette } from '../app-state/palette.svelte.ts';
import { catchTyping } from './palette-typing.ts';

afterEach(() => document.body.replaceChildren());

const press = (key: string, target: Element = document.body): boolean =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

test('what is typed before the palette has its field goes into the field, and Enter runs nothing', () => {
  const palette = new Palette();
  palette.open = true;
  const heard: string[] = [];
  const recordKey = (event: Event): void => void heard.push((event as KeyboardEvent).key);
  document.addEventListener('keydown', recordKey);
  const stop = catchTyping(palette);
  for (const key of ['s', 'e', 'x', 'Backspace', 't', ' ', '🚂', 'Enter']) expect(press(key)).toBe(false);
  expect(palette.query).toBe('set 🚂');
  expect(heard).toEqual([]);

  const field = document.body.appendChild(document.createElement('input'));
  field.dataset['paletteField'] = '';
  field.focus();
  expect(press('u', field)).toBe(true);
  expect(palette.query).toBe('set 🚂');
  field.blur();
  expect(press('p')).toBe(true);
  stop();
  document.removeEventListener('keydown', recordKey);
});

test('Escape closes a palette that is still loading and forgets what was typed', () => {
  const palette = new Palette();
  palette.open = true;
  const stop = catchTyping(palette);
  press('a');
  press('Escape');
  expect([palette.open, palette.query]).toEqual([false, '']);
  stop();
});

import { describe, expect, it } from 'vitest';
import { GlobalKeys } from '#contract/desktop-features.ts';
import { recordCombo } from './record-combo.ts';

const press = (key: string, init: KeyboardEventInit = {}): KeyboardEvent =>
  new KeyboardEvent('keydown', { key, ...init });

describe('recording keys', () => {
  it.each([
    ['Ctrl+Alt+I', press('i', { ctrlKey: true, altKey: true, code: 'KeyI' }), false, 'mod+alt+i'],
    [
      '⌥⌘I, where ⌥ types another character',
      press('ˆ', { metaKey: true, altKey: true, code: 'KeyI' }),
      true,
      'mod+alt+i',
    ],
    [
      '⌃⇧1, where ⇧ types another character',
      press('!', { ctrlKey: true, shiftKey: true, code: 'Digit1' }),
      true,
      'ctrl+shift+1',
    ],
    ['Alt+F12', press('F12', { altKey: true, code: 'F12' }), false, 'alt+f12'],
    ['Ctrl+Space', press(' ', { ctrlKey: true, code: 'Space' }), false, 'mod+space'],
    ['Ctrl+Page Down', press('PageDown', { ctrlKey: true, code: 'PageDown' }), false, 'mod+pagedown'],
    ['Ctrl+Z on a keyboard that has it elsewhere', press('z', { ctrlKey: true, code: 'KeyY' }), false, 'mod+z'],
    ['Ctrl+К on a Russian keyboard', press('к', { ctrlKey: true, code: 'KeyR' }), false, 'mod+r'],
  ])('reads %s', (_name, event, mac, combo) => {
    expect(recordCombo(event, mac)).toEqual({ combo });
    expect(GlobalKeys.safeParse(combo).success).toBe(true);
  });

  it.each([
    ['a letter alone', press('i', { code: 'KeyI' }), 'modifier'],
    ['a capital letter', press('I', { shiftKey: true, code: 'KeyI' }), 'modifier'],
    ['Ctrl and a sign', press('ü', { ctrlKey: true, code: 'BracketLeft' }), 'key'],
    ['Ctrl+Tab', press('Tab', { ctrlKey: true, code: 'Tab' }), 'key'],
    ['the Windows key', press('i', { metaKey: true, code: 'KeyI' }), 'key'],
    [
      'AltGr+E, which types €',
      press('€', { ctrlKey: true, altKey: true, modifierAltGraph: true, code: 'KeyE' }),
      'character',
    ],
  ])('says why %s cannot be a shortcut', (_name, event, problem) => {
    expect(recordCombo(event, false)).toEqual({ problem });
  });

  it('waits while only modifiers are held', () => {
    for (const key of ['Control', 'Alt', 'Shift', 'Meta', 'AltGraph'])
      expect(recordCombo(press(key), false)).toBeNull();
  });
});

/** Reads the keys of a shortcut that a person presses. */
// @wc-ignore-file
import { isMac, getKeyOfCode } from './shortcuts.ts';

/** Why keys cannot become a shortcut: no Ctrl or Alt, an unknown key, or keys that type a character. */
export type ComboProblem = 'modifier' | 'key' | 'character';

/** Names of keys other than letters, digits and function keys. */
const NAMED_KEYS: Readonly<Record<string, string>> = {
  ' ': 'space',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'home',
  End: 'end',
  PageUp: 'pageup',
  PageDown: 'pagedown',
};
const MODIFIERS = new Set(['Control', 'Alt', 'AltGraph', 'Shift', 'Meta', 'CapsLock', 'Fn']);
const LETTER_OR_DIGIT = /^[a-z0-9]$/;

/** With Alt or Shift the key types something else, so its position on the keyboard identifies it. */
function readKey({ key, code }: KeyboardEvent): string | undefined {
  const typedKey = key.toLowerCase();
  if (LETTER_OR_DIGIT.test(typedKey) || /^f([1-9]|1\d|2[0-4])$/.test(typedKey)) return typedKey;
  const physicalKey = getKeyOfCode(code);
  return LETTER_OR_DIGIT.test(physicalKey) ? physicalKey : NAMED_KEYS[key];
}

/**
 * Returns the combo that was pressed, or why it cannot be a shortcut that works in every program. Returns null while
 * only modifiers are held.
 */
export function recordCombo(
  event: KeyboardEvent,
  mac: boolean = isMac(),
): { readonly combo: string } | { readonly problem: ComboProblem } | null {
  if (MODIFIERS.has(event.key)) return null;
  if (event.key.length === 1 && event.getModifierState('AltGraph')) return { problem: 'character' };
  const key = readKey(event);
  if (key === undefined || (event.metaKey && !mac)) return { problem: 'key' };
  const mod = mac ? event.metaKey : event.ctrlKey;
  const ctrl = mac && event.ctrlKey;
  if (!mod && !ctrl && !event.altKey) return { problem: 'modifier' };
  const modifiers = [mod && 'mod', ctrl && 'ctrl', event.altKey && 'alt', event.shiftKey && 'shift'];
  return { combo: [...modifiers.filter((name) => name !== false), key].join('+') };
}

/** Compares a pressed key with an accelerator such as `CmdOrCtrl+Shift+E`. */
import type { PressedKey } from './page/messages.ts';

const KEY_NAMES: Readonly<Record<string, string>> = {
  plus: '+',
  space: ' ',
  esc: 'escape',
  return: 'enter',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
};

const MODIFIERS: Readonly<Record<string, 'ctrl' | 'alt' | 'shift' | 'meta'>> = {
  commandorcontrol: process.platform === 'darwin' ? 'meta' : 'ctrl',
  cmdorctrl: process.platform === 'darwin' ? 'meta' : 'ctrl',
  command: 'meta',
  cmd: 'meta',
  control: 'ctrl',
  ctrl: 'ctrl',
  alt: 'alt',
  option: 'alt',
  altgr: 'alt',
  shift: 'shift',
  super: 'meta',
  meta: 'meta',
};

export function matches(accelerator: string, pressedKey: PressedKey): boolean {
  const parts = accelerator.toLowerCase().split('+');
  const last = parts.pop() ?? '';
  const modifiers = new Set(parts.map((part) => MODIFIERS[part] ?? part));
  for (const modifier of ['ctrl', 'alt', 'shift', 'meta'] as const) {
    // Plus is a shifted key on many keyboards.
    if (modifier === 'shift' && last === 'plus') continue;
    if (modifiers.has(modifier) !== pressedKey[modifier]) return false;
  }
  const key = KEY_NAMES[last] ?? last;
  const code = pressedKey.code.replace(/^(Key|Digit)/, '').toLowerCase();
  return pressedKey.key.toLowerCase() === key || code === key || (last === 'plus' && pressedKey.key === '=');
}

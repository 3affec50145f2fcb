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

export function matches(accelerator: string, pressed: PressedKey): boolean {
  const parts = accelerator.toLowerCase().split('+');
  const last = parts.pop() ?? '';
  const modifiers = new Set(parts.map((part) => MODIFIERS[part] ?? part));
  for (const modifier of ['ctrl', 'alt', 'shift', 'meta'] as const) {
    // Plus is a shifted key on many keyboards.
    if (modifier === 'shift' && last === 'plus') continue;
    if (modifiers.has(modifier) !== pressed[modifier]) return false;
  }
  const key = KEY_NAMES[last] ?? last;
  const code = pressed.code.replace(/^(Key|Digit)/, '').toLowerCase();
  return pressed.key.toLowerCase() === key || code === key || (last === 'plus' && pressed.key === '=');
}

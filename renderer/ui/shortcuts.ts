import { matchKeyBindingPress } from 'tinykeys';
import { capitalize } from '#markdown/capitalize.ts';

/**
 * Describes a keyboard shortcut. `combo` is written 'mod+shift+k': mod is ⌘ on macOS and Ctrl elsewhere; the last part
 * is a key.
 */
export interface Shortcut {
  readonly id: string;
  readonly combo: string | readonly string[];
  readonly label: string;
  /** The part of the window it works in; undefined for everywhere. */
  readonly group?: string | undefined;
  /** The shortcut works only while this returns true. */
  readonly when?: (() => boolean) | undefined;
  /** Works also while a text field or the editor is focused. */
  readonly whileTyping?: boolean | undefined;
  /** Works also while a dialog, a menu or a list of choices is open. */
  readonly inDialogs?: boolean | undefined;
  /** Runs also for the repeats of a held key. */
  readonly repeats?: boolean | undefined;
  readonly run: (event: KeyboardEvent) => void;
}

/** Returns whether this is macOS, where ⌘ is the command key. */
export function isMac(nav: { readonly platform: string } | undefined = globalThis.navigator): boolean {
  return /mac|iphone|ipad/i.test(nav?.platform ?? '');
}

interface Combo {
  readonly mod: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly key: string;
}

const KEY_ALIASES: Record<string, string> = {
  esc: 'escape',
  return: 'enter',
  del: 'delete',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
  space: ' ',
  plus: '+',
};

function parseCombo(combo: string): Combo {
  const parts = combo.toLowerCase().split('+');
  const last = parts.pop() ?? '';
  return {
    mod: parts.includes('mod'),
    ctrl: parts.includes('ctrl'),
    alt: parts.includes('alt'),
    shift: parts.includes('shift'),
    key: KEY_ALIASES[last] ?? last,
  };
}

const PUNCTUATION_CODES: Record<string, string> = {
  Backslash: '\\',
  Slash: '/',
  Comma: ',',
  Period: '.',
  BracketLeft: '[',
  BracketRight: ']',
  Minus: '-',
  Equal: '=',
  Semicolon: ';',
  Quote: "'",
  Backquote: '`',
};

/**
 * Returns the character of a physical key on a US layout, for layouts and Alt combinations whose `key` is another
 * character.
 */
export function getKeyOfCode(code: string): string {
  const letter = /^(?:Key|Digit)(.)$/.exec(code)?.[1];
  return letter?.toLowerCase() ?? PUNCTUATION_CODES[code] ?? '';
}

/** Returns the modifiers of a combo as `KeyboardEvent` and `aria-keyshortcuts` name them. */
function getModifiers({ mod, ctrl, alt, shift }: Combo, mac: boolean): string[] {
  // @wc-ignore
  return [
    ctrl || (mod && !mac) ? 'Control' : '',
    mod && mac ? 'Meta' : '',
    alt ? 'Alt' : '',
    shift ? 'Shift' : '',
  ].filter((name) => name !== '');
}

export function matches(event: KeyboardEvent, combo: string, mac: boolean = isMac()): boolean {
  const combination = parseCombo(combo);
  const modifiers = getModifiers(combination, mac);
  if (matchKeyBindingPress(event, [modifiers, combination.key])) return true;
  // "?" is Shift+/ on one layout and its own key on another, so Shift is ignored for signs.
  const isSign = /^[^a-z0-9 ]$/.test(combination.key);
  // @wc-ignore
  if (isSign && matchKeyBindingPress(event, [[...modifiers, 'Shift'], combination.key])) return true;
  const { key, code } = event;
  const isOtherSign = key.length === 1 && (event.altKey || event.shiftKey || key.toLowerCase() > '~');
  return isOtherSign && getKeyOfCode(code) === combination.key && matchKeyBindingPress(event, [modifiers, code]);
}

const MAC_KEYS: Record<string, string> = {
  enter: '↵',
  backspace: '⌫',
  delete: '⌦',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  ' ': 'Space',
  tab: 'Tab',
};
const PC_KEYS: Record<string, string> = { ...MAC_KEYS, enter: 'Enter', backspace: 'Backspace', delete: 'Del' };

/** Returns the keys of a combo as printed on this machine's keyboard: ['⌘', '⇧', 'T'] or ['Ctrl', 'Shift', 'T']. */
export function formatKeys(combo: string, mac: boolean = isMac()): string[] {
  const { mod, ctrl, alt, shift, key } = parseCombo(combo);
  const keys: string[] = [];
  if (ctrl || (mod && !mac)) keys.push(mac ? '⌃' : 'Ctrl');
  if (alt) keys.push(mac ? '⌥' : 'Alt');
  if (mod && mac) keys.push('⌘');
  if (shift) keys.push(mac ? '⇧' : 'Shift');
  keys.push((mac ? MAC_KEYS : PC_KEYS)[key] ?? capitalize(key));
  return keys;
}

/** Returns the combo for `aria-keyshortcuts`, whose key names are the same in every language. */
// @wc-ignore
export function formatAriaKeys(combo: string, mac: boolean = isMac()): string {
  const combination = parseCombo(combo);
  const { key } = combination;
  const last = key === ' ' ? 'Space' : key.startsWith('arrow') ? `Arrow${capitalize(key.slice(5))}` : capitalize(key);
  return [...getModifiers(combination, mac), last].join('+');
}

const NON_TEXT_TYPES = new Set(['button', 'checkbox', 'radio', 'range', 'color', 'file', 'submit', 'reset', 'image']);

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NON_TEXT_TYPES.has(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target.isContentEditable || target.closest('[contenteditable="true"], [contenteditable=""]') !== null;
}

const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"]';

function isInDialog(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(FLOATING) !== null) return true;
  return globalThis.document?.querySelector('[role="dialog"][aria-modal="true"], [role="alertdialog"]') != null;
}

/** AltGr reports itself as Ctrl and Alt on Windows, where `\` is AltGr+ß on a German keyboard. */
// @wc-ignore
const typesCharacter = (event: KeyboardEvent): boolean => event.key.length === 1 && event.getModifierState('AltGraph');

const getCombos = (shortcut: Shortcut): readonly string[] =>
  typeof shortcut.combo === 'string' ? [shortcut.combo] : shortcut.combo;

/** All shortcuts of the window: keys run them, tooltips and the palette show them. */
export class Shortcuts {
  #allShortcuts: Shortcut[] = [];
  readonly #mac: boolean;

  constructor(mac: boolean = isMac()) {
    this.#mac = mac;
  }

  /** Adds shortcuts and returns a function that removes them. If two match a key, the one added last wins. */
  add(...shortcuts: readonly Shortcut[]): () => void {
    this.#allShortcuts = [...this.#allShortcuts, ...shortcuts];
    return () => {
      this.#allShortcuts = this.#allShortcuts.filter((one) => !shortcuts.includes(one));
    };
  }

  /** Returns the shortcuts that are active now, in the order they were added. */
  get list(): readonly Shortcut[] {
    return this.#allShortcuts.filter((one) => one.when?.() !== false);
  }

  /** Runs the shortcut for the key. Returns whether one ran. */
  handle(event: KeyboardEvent): boolean {
    if (event.defaultPrevented || event.isComposing) return false;
    const isInText = isTyping(event.target);
    if (isInText && typesCharacter(event)) return false;
    const isFloatingOpen = isInDialog(event.target);
    const match = this.#allShortcuts.findLast(
      (one) =>
        getCombos(one).some((combo) => matches(event, combo, this.#mac)) &&
        (!isInText || one.whileTyping === true) &&
        (!isFloatingOpen || one.inDialogs === true) &&
        (!event.repeat || one.repeats === true) &&
        one.when?.() !== false,
    );
    if (!match) return false;
    event.preventDefault();
    match.run(event);
    return true;
  }

  /**
   * Runs the shortcut of a native menu item under the rules of its key, and returns whether one ran. The page gets a
   * key before the menu does, so keys that the focused field or editor handles never arrive here.
   */
  run(id: string): boolean {
    const isFloatingOpen = isInDialog(document.activeElement);
    const match = this.list.findLast((one) => one.id === id && (!isFloatingOpen || one.inDialogs === true));
    match?.run(new KeyboardEvent('keydown'));
    return match !== undefined;
  }

  /** Listens at a window or element. Returns a function that stops it. */
  link(target: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
    const listen = (event: KeyboardEvent): void => {
      this.handle(event);
    };
    target.addEventListener('keydown', listen);
    return () => {
      target.removeEventListener('keydown', listen);
    };
  }
}

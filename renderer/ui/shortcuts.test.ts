import { afterEach, describe, expect, it } from 'vitest';
import { ariaKeys, keysOf, matches, Shortcuts } from './shortcuts.ts';

const press = (key: string, init: KeyboardEventInit = {}): KeyboardEvent =>
  new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });

afterEach(() => document.body.replaceChildren());

describe('keys', () => {
  it('are printed as on the machine', () => {
    expect(keysOf('mod+shift+t', true)).toEqual(['⌘', '⇧', 'T']);
    expect(keysOf('mod+shift+t', false)).toEqual(['Ctrl', 'Shift', 'T']);
    expect(keysOf('backspace', true)).toEqual(['⌫']);
    expect(ariaKeys('mod+arrowup', true)).toBe('Meta+ArrowUp');
  });

  it('match the platform’s command key and nothing more', () => {
    expect(matches(press('k', { metaKey: true }), 'mod+k', true)).toBe(true);
    expect(matches(press('k', { ctrlKey: true }), 'mod+k', true)).toBe(false);
    expect(matches(press('k', { ctrlKey: true }), 'mod+k', false)).toBe(true);
    expect(matches(press('K', { ctrlKey: true, shiftKey: true }), 'mod+k', false)).toBe(false);
  });

  it('match by place where the layout or Alt makes another character', () => {
    expect(matches(press('л', { ctrlKey: true, code: 'KeyK' }), 'mod+k', false)).toBe(true);
    expect(matches(press('«', { metaKey: true, altKey: true, code: 'Backslash' }), 'mod+alt+\\', true)).toBe(true);
    expect(matches(press('?', { shiftKey: true, code: 'Slash' }), '?', false)).toBe(true);
  });
});

describe('registry', () => {
  const setUp = (): { ran: string[]; shortcuts: Shortcuts } => {
    const ran: string[] = [];
    const shortcuts = new Shortcuts(false);
    shortcuts.add(
      { id: 'new', combo: 'n', label: 'New idea', run: () => ran.push('new') },
      { id: 'all', combo: 'mod+k', label: 'Everything', whileTyping: true, run: () => ran.push('all') },
    );
    shortcuts.link(window);
    return { ran, shortcuts };
  };

  it('leaves letters to a text field, and lets what asks for it through', () => {
    const { ran } = setUp();
    const field = document.body.appendChild(document.createElement('input'));
    field.dispatchEvent(press('n'));
    field.dispatchEvent(press('k', { ctrlKey: true }));
    document.body.dispatchEvent(press('n'));
    expect(ran).toEqual(['all', 'new']);
  });

  it('rests while a dialog is open', () => {
    const { ran } = setUp();
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    dialog.setAttribute('aria-modal', 'true');
    document.body.dispatchEvent(press('n'));
    expect(ran).toEqual([]);
  });

  it('gives a key to whoever took it last, and back again', () => {
    const { ran, shortcuts } = setUp();
    const remove = shortcuts.add({ id: 'next', combo: 'n', label: 'Next', run: () => ran.push('next') });
    shortcuts.handle(press('n'));
    remove();
    shortcuts.handle(press('n'));
    expect(ran).toEqual(['next', 'new']);
  });

  it('skips what does not hold, and repeats unless they are wanted', () => {
    const { ran, shortcuts } = setUp();
    shortcuts.add({ id: 'off', combo: 'x', label: 'Off', when: () => false, run: () => ran.push('off') });
    expect(shortcuts.handle(press('x'))).toBe(false);
    expect(shortcuts.handle(press('n', { repeat: true }))).toBe(false);
    expect(shortcuts.list.map((one) => one.id)).toEqual(['new', 'all']);
  });
});

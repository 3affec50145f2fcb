import { afterEach, describe, expect, it } from 'vitest';
import { formatAriaKeys, formatKeys, matches, Shortcuts } from './shortcuts.ts';

const press = (key: string, init: KeyboardEventInit = {}): KeyboardEvent =>
  new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });

afterEach(() => document.body.replaceChildren());

describe('key combinations', () => {
  it('are formatted for the platform', () => {
    expect(formatKeys('mod+shift+t', true)).toEqual(['⌘', '⇧', 'T']);
    expect(formatKeys('mod+shift+t', false)).toEqual(['Ctrl', 'Shift', 'T']);
    expect(formatKeys('backspace', true)).toEqual(['⌫']);
    expect(formatAriaKeys('mod+arrowup', true)).toBe('Meta+ArrowUp');
  });

  it('match the platform’s command key exactly', () => {
    expect(matches(press('k', { metaKey: true }), 'mod+k', true)).toBe(true);
    expect(matches(press('k', { ctrlKey: true }), 'mod+k', true)).toBe(false);
    expect(matches(press('k', { ctrlKey: true }), 'mod+k', false)).toBe(true);
    expect(matches(press('K', { ctrlKey: true, shiftKey: true }), 'mod+k', false)).toBe(false);
  });

  it('match by key position when the layout or Alt types another character', () => {
    expect(matches(press('л', { ctrlKey: true, code: 'KeyK' }), 'mod+k', false)).toBe(true);
    expect(matches(press('«', { metaKey: true, altKey: true, code: 'Backslash' }), 'mod+alt+\\', true)).toBe(true);
    expect(matches(press('?', { shiftKey: true, code: 'Slash' }), '?', false)).toBe(true);
  });
});

describe('Shortcuts', () => {
  const setUp = (): { ran: string[]; shortcuts: Shortcuts } => {
    const ranActions: string[] = [];
    const shortcuts = new Shortcuts(false);
    shortcuts.add(
      { id: 'new', combo: 'n', label: 'New idea', run: () => ranActions.push('new') },
      { id: 'all', combo: 'mod+k', label: 'Everything', whileTyping: true, run: () => ranActions.push('all') },
    );
    shortcuts.link(window);
    return { ran: ranActions, shortcuts };
  };

  it('leave letters to a text field unless they allow it', () => {
    const { ran } = setUp();
    const field = document.body.appendChild(document.createElement('input'));
    field.dispatchEvent(press('n'));
    field.dispatchEvent(press('k', { ctrlKey: true }));
    document.body.dispatchEvent(press('n'));
    expect(ran).toEqual(['all', 'new']);
  });

  it('leave characters typed with AltGr to a text field', () => {
    const { shortcuts, ran } = setUp();
    shortcuts.add({ id: 'pane', combo: 'mod+alt+\\', label: 'Pane', whileTyping: true, run: () => ran.push('pane') });
    const field = document.body.appendChild(document.createElement('input'));
    const keys = { ctrlKey: true, altKey: true };
    field.dispatchEvent(press('\\', { ...keys, modifierAltGraph: true }));
    expect(ran).toEqual([]);
    field.dispatchEvent(press('\\', keys));
    expect(ran).toEqual(['pane']);
  });

  it('pause while a dialog is open', () => {
    const { ran } = setUp();
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    dialog.setAttribute('aria-modal', 'true');
    document.body.dispatchEvent(press('n'));
    expect(ran).toEqual([]);
  });

  it('run the handler added last, and the earlier one after its removal', () => {
    const { ran, shortcuts } = setUp();
    const remove = shortcuts.add({ id: 'next', combo: 'n', label: 'Next', run: () => ran.push('next') });
    shortcuts.handle(press('n'));
    remove();
    shortcuts.handle(press('n'));
    expect(ran).toEqual(['next', 'new']);
  });

  it('skip inactive shortcuts and, by default, key repeats', () => {
    const { ran, shortcuts } = setUp();
    shortcuts.add({ id: 'off', combo: 'x', label: 'Off', when: () => false, run: () => ran.push('off') });
    expect(shortcuts.handle(press('x'))).toBe(false);
    expect(shortcuts.handle(press('n', { repeat: true }))).toBe(false);
    expect(shortcuts.list.map((one) => one.id)).toEqual(['new', 'all']);
  });

  it('run a command of the native menu from a text field, unless it is inactive', () => {
    const { ran, shortcuts } = setUp();
    shortcuts.add({ id: 'off', combo: 'x', label: 'Off', when: () => false, run: () => ran.push('off') });
    document.body.appendChild(document.createElement('input')).focus();
    expect([shortcuts.run('new'), shortcuts.run('off'), shortcuts.run('unknown')]).toEqual([true, false, false]);
    expect(ran).toEqual(['new']);
  });

  it.each([
    ['a modal dialog is open', { role: 'dialog', 'aria-modal': 'true' }, false],
    ['an alert is open', { role: 'alertdialog' }, false],
    ['the focus is in a menu', { role: 'menu' }, true],
  ])('run no command of the native menu while %s, unless it works in dialogs', (_name, attributes, hasFocus) => {
    const { ran, shortcuts } = setUp();
    shortcuts.add({ id: 'close', combo: 'mod+w', label: 'Close', inDialogs: true, run: () => ran.push('close') });
    const floating = document.body.appendChild(document.createElement('div'));
    for (const [name, value] of Object.entries(attributes)) floating.setAttribute(name, value);
    if (hasFocus) floating.appendChild(document.createElement('button')).focus();
    expect([shortcuts.run('new'), shortcuts.run('close')]).toEqual([false, true]);
    expect(ran).toEqual(['close']);
  });
});

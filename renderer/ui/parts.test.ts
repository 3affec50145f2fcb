import { createRawSnippet, flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import Button from './Button.svelte';
import TestDialog from './kit/TestDialog.svelte';
import NumberField from './NumberField.svelte';
import SecretField from './SecretField.svelte';
import TextField from './TextField.svelte';
import VirtualList from './VirtualList.svelte';

let mountedComponents: Record<string, unknown>[] = [];
const createTextSnippet = (text: string) => createRawSnippet(() => ({ render: () => `<span>${text}</span>` }));
const track = <Mounted extends Record<string, unknown>>(component: Mounted): Mounted => {
  mountedComponents.push(component);
  flushSync();
  return component;
};
const find = <Kind extends Element = HTMLElement>(selector: string): Kind => {
  const element = document.querySelector<Kind>(selector);
  if (!element) throw new Error(`Nothing matches ${selector}`);
  return element;
};
const getTextOfId = (id: string | null): string | undefined => document.getElementById(id ?? '')?.textContent?.trim();
const findButton = (text: string): HTMLButtonElement => {
  const match = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === text);
  if (!match) throw new Error(`No button ${text}`);
  return match;
};
const press = (target: Element, key: string): void => {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  flushSync();
};

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  Element.prototype.scrollIntoView ??= () => undefined;
});
afterEach(async () => {
  for (const component of mountedComponents) await unmount(component);
  mountedComponents = [];
  document.body.replaceChildren();
});

describe('Button', () => {
  it('ignores clicks while disabled, says why, and stays focusable', () => {
    const onclick = vi.fn();
    track(
      mount(Button, {
        target: document.body,
        props: { children: createTextSnippet('Save'), disabled: 'Nothing has changed', onclick },
      }),
    );
    const save = findButton('Save');
    save.click();
    save.focus();
    expect(onclick).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(save);
    expect(save.getAttribute('aria-disabled')).toBe('true');
    expect(getTextOfId(save.getAttribute('aria-describedby'))).toBe('Nothing has changed');
  });

  it('ignores clicks while busy and shows its busy label', () => {
    const onclick = vi.fn();
    track(
      mount(Button, {
        target: document.body,
        props: { children: createTextSnippet('Save'), busy: true, busyLabel: 'Saving…', onclick },
      }),
    );
    const save = find('button');
    save.click();
    expect(onclick).not.toHaveBeenCalled();
    expect(save.getAttribute('aria-busy')).toBe('true');
    expect([...save.querySelectorAll('.word:not([aria-hidden])')].map((word) => word.textContent?.trim())).toEqual([
      'Saving…',
    ]);
  });

  it('calls onclick when enabled', () => {
    const onclick = vi.fn();
    track(mount(Button, { target: document.body, props: { children: createTextSnippet('Save'), onclick } }));
    findButton('Save').click();
    expect(onclick).toHaveBeenCalledTimes(1);
  });
});

describe('fields', () => {
  it('link label and error to the control, and keep text that is too long', () => {
    track(
      mount(TextField, { target: document.body, props: { label: 'Title', value: 'abcdef', max: 5, hint: 'Up to 5' } }),
    );
    const input = find<HTMLInputElement>('input');
    expect(find<HTMLLabelElement>('label').control).toBe(input);
    expect(input.value).toBe('abcdef');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(getTextOfId(input.getAttribute('aria-describedby'))).toBe('1 over the limit of 5 characters');
  });

  it('show the counter beside the hint, so nothing moves on blur', () => {
    const props = { label: 'Title', value: 'abc', max: 50, hint: 'A title alone is enough' };
    track(mount(TextField, { target: document.body, props }));
    const input = find('input');
    input.focus();
    flushSync();
    expect(find('.num').textContent).toBe('3 of 50');
    expect(document.body.textContent).toContain('A title alone is enough');
    input.blur();
    flushSync();
    expect(document.querySelector('.num')).toBeNull();
  });

  it('show the counter only near the limit if they have no visible label, so nothing moves', () => {
    const props = { label: 'Comment', hideLabel: true, value: 'abc', max: 50 };
    track(mount(TextField, { target: document.body, props }));
    find('input').focus();
    flushSync();
    expect(document.querySelector('.num')).toBeNull();
  });

  it('report an out-of-range number on blur', () => {
    track(mount(NumberField, { target: document.body, props: { label: 'Length', min: 200, unit: 'words' } }));
    const input = find<HTMLInputElement>('input');
    input.value = '120';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    expect(input.getAttribute('aria-invalid')).toBeNull();
    input.dispatchEvent(new Event('blur'));
    flushSync();
    expect(document.body.textContent).toContain('At least 200 words');
    press(input, 'ArrowUp');
    expect(input.value).toBe('200');
    expect(input.getAttribute('aria-invalid')).toBeNull();
  });

  it.each([
    ['20,000', 20_000],
    ['20.000', 20_000],
    ['1 000 000', 1_000_000],
    ['-1.000', -1000],
    ['20.5', null],
    ['1.000,000', null],
    ['', null],
  ])('read %j as the whole number %j', (typedText, value) => {
    const onchange = vi.fn();
    track(mount(NumberField, { target: document.body, props: { label: 'Length', onchange } }));
    const input = find<HTMLInputElement>('input');
    input.value = typedText;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    expect(onchange).toHaveBeenLastCalledWith(value);
  });

  it.each([
    ['1.5', 1.5],
    ['1,5', 1.5],
    ['1,500', 1.5],
  ])('read %j as the decimal number %j', (typedText, value) => {
    const onchange = vi.fn();
    track(mount(NumberField, { target: document.body, props: { label: 'Speed', whole: false, onchange } }));
    const input = find<HTMLInputElement>('input');
    input.value = typedText;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    expect(onchange).toHaveBeenLastCalledWith(value);
  });

  it('return a secret once and empty the field', () => {
    const field = track(mount(SecretField, { target: document.body, props: { label: 'Token' } }));
    const input = find<HTMLInputElement>('input');
    input.value = 'abc';
    expect(input.type).toBe('password');
    expect(field.take()).toBe('abc');
    expect(field.take()).toBe('');
    expect(input.value).toBe('');
  });
});

describe('Dialog', () => {
  it('takes the focus, closes on Escape and returns the focus', async () => {
    const ranActions: string[] = [];
    track(mount(TestDialog, { target: document.body, props: { onrun: (action) => ranActions.push(action) } }));
    const ask = findButton('Ask');
    ask.focus();
    ask.click();
    flushSync();
    await vi.waitFor(() => expect(find('[role="dialog"]').contains(document.activeElement)).toBe(true));
    const dialog = find('[role="dialog"]');
    expect(getTextOfId(dialog.getAttribute('aria-labelledby'))).toBe('Apply 3 edits?');
    press(document.activeElement ?? dialog, 'Escape');
    await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    await vi.waitFor(() => expect(document.activeElement).toBe(ask));
    expect(ranActions).toEqual(['closed']);
  });
});

describe('Menu', () => {
  it('opens, skips disabled items and runs commands by keyboard', async () => {
    const ranActions: string[] = [];
    track(mount(TestDialog, { target: document.body, props: { onrun: (action) => ranActions.push(action) } }));
    const more = findButton('More');
    more.focus();
    press(more, 'ArrowDown');
    await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('Duplicate'));
    expect(find('[role="menuitem"][aria-disabled="true"]').textContent).toContain('This token may not publish');
    press(document.activeElement ?? more, 'ArrowDown');
    expect(document.activeElement?.textContent).toContain('Lock');
    press(document.activeElement ?? more, 'Enter');
    await tick();
    expect(ranActions).toEqual(['lock']);
  });
});

describe('VirtualList', () => {
  it('renders few of many rows, announces their number and follows the arrow keys', () => {
    const seenValues: number[] = [];
    const items = Array.from({ length: 5000 }, (_, index) => index);
    const row = createRawSnippet((item: () => number) => ({ render: () => `<span>Row ${item()}</span>` }));
    track(
      mount(VirtualList<number>, {
        target: document.body,
        props: {
          label: 'Rows',
          items,
          key: (item: number) => item,
          rowHeight: 32,
          row,
          onselect: (item: number) => void seenValues.push(item),
        },
      }),
    );
    const list = find('[role="listbox"]');
    const getOptions = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role="option"]')];
    expect(getOptions().length).toBeGreaterThan(0);
    expect(getOptions().length).toBeLessThan(60);
    expect(getOptions()[0]?.getAttribute('aria-setsize')).toBe('5000');
    list.focus();
    flushSync();
    press(list, 'ArrowDown');
    press(list, 'End');
    expect(seenValues).toEqual([1, 4999]);
    expect(
      document.getElementById(list.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-posinset'),
    ).toBe('5000');
  });
});

import { describe, expect, it, vi } from 'vitest';
import { openPrompter } from './open-prompter.ts';

const createDisplay = (leftEdge: number) => ({ availLeft: leftEdge, availTop: 0, availWidth: 1920, availHeight: 1080 });

function createWindow(parts: object) {
  const open = vi.fn((..._given: string[]): { focus: () => void } | null => ({ focus: vi.fn() }));
  const screen = { availWidth: 1000, availHeight: 800 };
  const from = { open, screen, screenX: 10, screenY: 20, ...parts } as unknown as Window;
  return { from, open };
}

describe('opening the teleprompter', () => {
  it('uses the second display if there is one', async () => {
    const [currentDisplay, secondDisplay] = [createDisplay(0), createDisplay(1920)];
    const details = { currentScreen: currentDisplay, screens: [currentDisplay, secondDisplay] };
    const screen = { availWidth: 1920, availHeight: 1080, isExtended: true };
    const { from, open } = createWindow({ screen, getScreenDetails: () => Promise.resolve(details) });
    expect(await openPrompter(from, { id: 14, text: 'script' })).toBe(true);
    expect(open.mock.calls[0]).toEqual([
      '#/prompter/14/script',
      'cutaway-prompter',
      'popup,left=1920,top=0,width=1920,height=1080',
    ]);
  });

  it('uses this display when access to the others is denied', async () => {
    const screen = { availWidth: 1000, availHeight: 800, isExtended: true };
    const deny = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    const { from, open } = createWindow({ screen, getScreenDetails: deny });
    expect(await openPrompter(from, { id: 14, text: 'outline' })).toBe(true);
    expect(open.mock.calls[0]?.[2]).toBe('popup,left=70,top=80,width=800,height=640');
  });

  it('reports a blocked window', async () => {
    const { from, open } = createWindow({});
    open.mockReturnValue(null);
    expect(await openPrompter(from, { id: 14, text: 'script' })).toBe(false);
  });
});

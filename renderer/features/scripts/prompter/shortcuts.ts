import type { Shortcut } from '#renderer/ui/shortcuts.ts';
import type { Prompter } from './prompter.svelte.ts';

interface Acts {
  readonly prompter: Prompter;
  /** Returns the countdown in seconds. */
  readonly countdown: () => number;
  readonly size: (by: number) => void;
  readonly mirror: () => void;
  readonly mend: () => void;
  readonly fullScreen: () => void;
}

/** On a focused button, Space activates the button instead. */
const offButtons = (): boolean => !(document.activeElement instanceof HTMLButtonElement);

/** Returns the teleprompter's shortcuts; a remote sends Page Down and Page Up, or arrows. */
export function prompterShortcuts({ prompter, countdown, size, mirror, mend, fullScreen }: Acts): Shortcut[] {
  const group = 'Teleprompter';
  const toggle = (): void => prompter.toggle(countdown());
  return [
    { id: 'prompter.space', combo: 'space', label: 'Go on or pause', group, when: offButtons, run: toggle },
    { id: 'prompter.toggle', combo: ['pagedown', 'right'], label: 'Go on or pause, by remote', group, run: toggle },
    {
      id: 'prompter.back',
      combo: ['pageup', 'left'],
      label: 'Back to the beginning of the paragraph',
      group,
      run: () => prompter.back(),
    },
    { id: 'prompter.faster', combo: 'up', label: 'Faster', group, repeats: true, run: () => prompter.faster(5) },
    { id: 'prompter.slower', combo: 'down', label: 'Slower', group, repeats: true, run: () => prompter.faster(-5) },
    { id: 'prompter.larger', combo: ['plus', '='], label: 'Larger letters', group, run: () => size(4) },
    { id: 'prompter.smaller', combo: '-', label: 'Smaller letters', group, run: () => size(-4) },
    { id: 'prompter.mirror', combo: 'm', label: 'Mirror', group, run: mirror },
    { id: 'prompter.mend', combo: 'e', label: 'Edit the paragraph at the line', group, run: mend },
    { id: 'prompter.full', combo: 'f', label: 'Full screen', group, run: fullScreen },
    { id: 'prompter.restart', combo: 'home', label: 'From the beginning', group, run: () => prompter.restart() },
    { id: 'prompter.pause', combo: 'esc', label: 'Pause', group, run: () => prompter.pause() },
  ];
}

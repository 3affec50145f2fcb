import type { Shortcut } from '#renderer/ui/shortcuts.ts';
import type { Prompter } from './prompter.svelte.ts';

interface Actions {
  readonly prompter: Prompter;
  /** Returns the countdown in seconds. */
  readonly getCountdown: () => number;
  readonly changeSize: (by: number) => void;
  readonly toggleMirror: () => void;
  readonly startEdit: () => void;
  readonly toggleFullScreen: () => void;
}

/** On a focused button, Space activates the button instead. */
const isOffButtons = (): boolean => !(document.activeElement instanceof HTMLButtonElement);

/** Returns the teleprompter's shortcuts; a remote sends Page Down and Page Up, or arrows. */
export function createPrompterShortcuts({
  prompter,
  getCountdown: countdown,
  changeSize: size,
  toggleMirror: mirror,
  startEdit: edit,
  toggleFullScreen: fullScreen,
}: Actions): Shortcut[] {
  const group = 'Teleprompter';
  const toggle = (): void => prompter.toggle(countdown());
  return [
    { id: 'prompter.space', combo: 'space', label: 'Start or pause', group, when: isOffButtons, run: toggle },
    { id: 'prompter.toggle', combo: ['pagedown', 'right'], label: 'Start or pause with a remote', group, run: toggle },
    {
      id: 'prompter.back',
      combo: ['pageup', 'left'],
      label: 'Back to start of paragraph',
      group,
      run: () => prompter.goBack(),
    },
    { id: 'prompter.faster', combo: 'up', label: 'Faster', group, repeats: true, run: () => prompter.changePace(5) },
    { id: 'prompter.slower', combo: 'down', label: 'Slower', group, repeats: true, run: () => prompter.changePace(-5) },
    { id: 'prompter.larger', combo: ['plus', '='], label: 'Larger text', group, run: () => size(4) },
    { id: 'prompter.smaller', combo: '-', label: 'Smaller text', group, run: () => size(-4) },
    { id: 'prompter.mirror', combo: 'm', label: 'Mirror', group, run: mirror },
    { id: 'prompter.mend', combo: 'e', label: 'Edit current paragraph', group, run: edit },
    { id: 'prompter.full', combo: 'f', label: 'Full screen', group, run: fullScreen },
    { id: 'prompter.restart', combo: 'home', label: 'Back to start', group, run: () => prompter.restart() },
    { id: 'prompter.pause', combo: 'esc', label: 'Pause', group, run: () => prompter.pause() },
  ];
}

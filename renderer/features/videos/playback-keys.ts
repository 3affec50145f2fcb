import type { Shortcut } from '#renderer/ui/shortcuts.ts';
import type { VideoEditorView } from './editor-view.svelte.ts';
import type { Playback } from './playback.svelte.ts';

const ARROW_CONTROLS = 'input, [role="radio"], [role="tab"], [role="listbox"], [role="separator"], [role="slider"]';
// @wc-ignore
const SPACE_CONTROLS = `button, a, ${ARROW_CONTROLS}`;
const isFocusWithin = (selector: string): boolean => document.activeElement?.closest(selector) != null;

type Key = readonly [id: string, combo: string | string[], label: string, run: () => void, repeats?: 'repeats'];

/** Returns whether the focused control uses a key itself. */
const isUsedByFocus = (id: string, repeats: boolean): boolean =>
  id === 'play'
    ? isFocusWithin(SPACE_CONTROLS)
    : repeats || id === 'start' || id === 'end'
      ? isFocusWithin(ARROW_CONTROLS)
      : false;

const toShortcut = ([id, combo, label, run, repeats]: Key): Shortcut => ({
  id: `video.${id}`,
  combo,
  label,
  run,
  group: 'Video',
  repeats: repeats !== undefined,
  when: () => !isUsedByFocus(id, repeats !== undefined),
});

export function createPlaybackKeys(playback: Playback): Shortcut[] {
  const framesPerSecond = Math.round(playback.fps);
  const keys: Key[] = [
    ['play', 'space', 'Play or pause', () => playback.toggle()],
    ['backwards', 'j', 'Play backwards, faster with each press', () => playback.shuttleBackwards()],
    ['pause', 'k', 'Pause', () => playback.pause()],
    ['forwards', 'l', 'Play forwards, faster with each press', () => playback.shuttleForwards()],
    ['frame-back', 'left', 'Previous frame', () => playback.step(-1), 'repeats'],
    ['frame-forward', 'right', 'Next frame', () => playback.step(1), 'repeats'],
    ['second-back', 'shift+left', 'Back one second', () => playback.step(-framesPerSecond), 'repeats'],
    ['second-forward', 'shift+right', 'Forward one second', () => playback.step(framesPerSecond), 'repeats'],
    ['start', 'home', 'Go to start', () => playback.seek(0)],
    ['end', 'end', 'Go to end', () => playback.seek(playback.duration)],
  ];
  return keys.map(toShortcut);
}

export function createEditorKeys(view: VideoEditorView, addOverlay: () => void): Shortcut[] {
  const keys: Key[] = [
    ['in', 'i', 'Set range start', () => view.setRangeEdge('start')],
    ['out', 'o', 'Set range end', () => view.setRangeEdge('end')],
    ['no-range', 'x', 'Clear range', () => view.setRange(null)],
    ['loop', 'r', 'Loop the range or the whole video', () => view.toggleLoop()],
    ['word-back', ',', 'Previous word', () => view.goToWord(-1), 'repeats'],
    ['word-on', '.', 'Next word', () => view.goToWord(1), 'repeats'],
    ['words-back', '<', 'Extend range to previous word', () => view.extendRange(-1), 'repeats'],
    ['words-on', '>', 'Extend range to next word', () => view.extendRange(1), 'repeats'],
    ['captions', 'c', 'Show or hide captions', () => (view.showsCaptions = !view.showsCaptions)],
    ['snap', 's', 'Snap to edges', () => (view.isSnapping = !view.isSnapping)],
    ['zoom-in', ['=', '+'], 'Zoom in', () => view.zoom(0.7), 'repeats'],
    ['zoom-out', '-', 'Zoom out', () => view.zoom(1 / 0.7), 'repeats'],
    ['whole', '0', 'Zoom to whole video', () => view.zoom(1e9)],
    ['overlay', 'shift+o', 'Add an overlay', addOverlay],
  ];
  return [...createPlaybackKeys(view.playback), ...keys.map(toShortcut)];
}

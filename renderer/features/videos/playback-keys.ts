import type { Shortcut } from '#renderer/ui/shortcuts.ts';
import type { VideoEditorView } from './editor-view.svelte.ts';
import type { Playback } from './playback.svelte.ts';

const MOVED = 'input, [role="radio"], [role="tab"], [role="listbox"], [role="separator"], [role="slider"]';
// @wc-ignore
const PRESSED = `button, a, ${MOVED}`;
const within = (selector: string): boolean => document.activeElement?.closest(selector) != null;

type Key = readonly [id: string, combo: string | string[], label: string, run: () => void, repeats?: 'repeats'];

/** Leaves a key to the focused control if the control uses it. */
const taken = (id: string, repeats: boolean): boolean =>
  id === 'play' ? within(PRESSED) : repeats || id === 'start' || id === 'end' ? within(MOVED) : false;

const shortcut = ([id, combo, label, run, repeats]: Key): Shortcut => ({
  ...{ id: `video.${id}`, combo, label, run, group: 'Video', repeats: repeats !== undefined },
  when: () => !taken(id, repeats !== undefined),
});

export function playbackKeys(playback: Playback): Shortcut[] {
  const second = Math.round(playback.fps);
  const keys: Key[] = [
    ['play', 'space', 'Play or pause', () => playback.toggle()],
    ['backwards', 'j', 'Play backwards, faster each time', () => playback.shuttleBackwards()],
    ['pause', 'k', 'Pause', () => playback.pause()],
    ['forwards', 'l', 'Play forwards, faster each time', () => playback.shuttleForwards()],
    ['frame-back', 'left', 'One frame back', () => playback.step(-1), 'repeats'],
    ['frame-on', 'right', 'One frame on', () => playback.step(1), 'repeats'],
    ['second-back', 'shift+left', 'One second back', () => playback.step(-second), 'repeats'],
    ['second-on', 'shift+right', 'One second on', () => playback.step(second), 'repeats'],
    ['start', 'home', 'To the beginning', () => playback.seek(0)],
    ['end', 'end', 'To the end', () => playback.seek(playback.duration)],
  ];
  return keys.map(shortcut);
}

export function editorKeys(view: VideoEditorView, overlay: () => void): Shortcut[] {
  const keys: Key[] = [
    ['in', 'i', 'Range begins here', () => view.edge('start')],
    ['out', 'o', 'Range ends here', () => view.edge('end')],
    ['no-range', 'x', 'Clear the range', () => view.takeRange(null)],
    ['loop', 'r', 'Loop the range, or all of it', () => view.loop()],
    ['word-back', ',', 'To the word before', () => view.word(-1), 'repeats'],
    ['word-on', '.', 'To the next word', () => view.word(1), 'repeats'],
    ['words-back', '<', 'Take the word before into the range', () => view.takeWord(-1), 'repeats'],
    ['words-on', '>', 'Take the next word into the range', () => view.takeWord(1), 'repeats'],
    ['captions', 'c', 'Captions on or off', () => (view.captions = !view.captions)],
    ['snap', 's', 'Snap to edges', () => (view.snapping = !view.snapping)],
    ['zoom-in', ['=', '+'], 'Zoom in', () => view.zoom(0.7), 'repeats'],
    ['zoom-out', '-', 'Zoom out', () => view.zoom(1 / 0.7), 'repeats'],
    ['whole', '0', 'The whole video', () => view.zoom(1e9)],
    ['overlay', 'shift+o', 'Add an overlay', overlay],
  ];
  return [...playbackKeys(view.playback), ...keys.map(shortcut)];
}

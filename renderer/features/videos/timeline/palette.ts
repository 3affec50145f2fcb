import { TRACKS, type TrackId } from './tracks.ts';
import { tokenColors } from '#renderer/ui/token-color.ts';

/** The theme tokens a canvas paints with; read again when the theme changes. */
export interface Palette {
  readonly page: string;
  readonly pane: string;
  readonly text: string;
  readonly text2: string;
  readonly text3: string;
  readonly line: string;
  readonly hairline: string;
  readonly accent: string;
  readonly range: string;
  readonly font: string;
  readonly edge: Readonly<Record<TrackId, string>>;
  readonly fill: Readonly<Record<TrackId, string>>;
}

/** `element` must be inside the page. */
export function readPalette(element: Element): Palette {
  const color = tokenColors(element);
  const token = (name: string): string => color(`--${name}`);
  const tracks = (suffix: string) =>
    Object.fromEntries(TRACKS.map((track) => [track, token(`track-${track}${suffix}`)])) as Record<TrackId, string>;
  return {
    page: token('page'),
    pane: token('pane'),
    text: token('text'),
    text2: token('text-2'),
    text3: token('text-3'),
    line: token('line'),
    hairline: token('hairline'),
    accent: token('accent'),
    range: token('accent-subtle'),
    font: `540 11px ${getComputedStyle(element).getPropertyValue('--font-ui').trim()}`,
    edge: tracks(''),
    fill: tracks('-fill'),
  };
}

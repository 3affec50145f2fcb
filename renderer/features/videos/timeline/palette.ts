import { TRACKS, type TrackId } from './tracks.ts';
import { createTokenReader } from '#renderer/ui/token-color.ts';

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
  const color = createTokenReader(element);
  const readToken = (name: string): string => color(`--${name}`);
  const readTracks = (suffix: string) =>
    Object.fromEntries(TRACKS.map((track) => [track, readToken(`track-${track}${suffix}`)])) as Record<TrackId, string>;
  return {
    page: readToken('page'),
    pane: readToken('pane'),
    text: readToken('text'),
    text2: readToken('text-2'),
    text3: readToken('text-3'),
    line: readToken('line'),
    hairline: readToken('hairline'),
    accent: readToken('accent'),
    range: readToken('accent-subtle'),
    font: `540 11px ${getComputedStyle(element).getPropertyValue('--font-ui').trim()}`,
    edge: readTracks(''),
    fill: readTracks('-fill'),
  };
}

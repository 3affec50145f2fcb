/** Defines the designs of a video: colours and fonts. */
import type { FontFace } from '#contract/board-fonts.ts';
import type { Page } from '#contract/video-page.ts';

import type { Design } from '../video.ts';

/** The look and the page to draw with. */
export interface Style {
  readonly look: Look;
  readonly page: Page;
}

export interface Look {
  readonly ground: string;
  /** The colour of rules and panels on the ground. */
  readonly panel: string;
  readonly text: string;
  readonly soft: string;
  readonly accent: string;
  /** The colour of the spoken word on a dark ground. */
  readonly spoken: string;
  readonly onAccent: string;
  readonly title: FontFace;
  readonly body: FontFace;
  readonly strong: FontFace;
  readonly figure: FontFace;
  /** The pattern of the panel beside a title. */
  readonly pattern: 'hatch' | 'dots' | 'lines';
  /** The mark on that panel. */
  readonly mark: 'disc' | 'ring' | 'square';
}

const LATIN_SUBSETS = ['latin', 'latin-ext'];
const WIDE_SUBSETS = [...LATIN_SUBSETS, 'cyrillic', 'cyrillic-ext', 'greek'];
const getInter = (weight: number): FontFace => ({ family: 'inter', weight, subsets: WIDE_SUBSETS });
const BODY = getInter(400);
const STRONG = getInter(600);

export const LOOKS: Readonly<Record<Design, Look>> = {
  // Screening room: a dark page on which the picture is the light.
  screening: {
    ground: '#16191c',
    panel: '#252a2e',
    text: '#f3f1ec',
    soft: '#aab0b3',
    accent: '#f16935',
    spoken: '#ff8a5c',
    onAccent: '#180804',
    title: getInter(700),
    body: BODY,
    strong: STRONG,
    figure: { family: 'oswald', weight: 600, subsets: LATIN_SUBSETS },
    pattern: 'hatch',
    mark: 'disc',
  },
  // Drawing office: ink on a grey-white sheet.
  drawing: {
    ground: '#f1efe9',
    panel: '#dfdcd3',
    text: '#17191a',
    soft: '#585d5f',
    accent: '#c53a0c',
    spoken: '#ff8a5c',
    onAccent: '#ffffff',
    title: { family: 'oswald', weight: 600, subsets: LATIN_SUBSETS },
    body: BODY,
    strong: STRONG,
    figure: { family: 'oswald', weight: 600, subsets: LATIN_SUBSETS },
    pattern: 'hatch',
    mark: 'disc',
  },
  // Signal: a strong colour and a contrasting one.
  signal: {
    ground: '#133c63',
    panel: '#0e2d4b',
    text: '#ffffff',
    soft: '#bfd2e4',
    accent: '#ffc845',
    spoken: '#ffc845',
    onAccent: '#1c1400',
    title: { family: 'poppins', weight: 700, subsets: LATIN_SUBSETS },
    body: BODY,
    strong: STRONG,
    figure: { family: 'poppins', weight: 700, subsets: LATIN_SUBSETS },
    pattern: 'hatch',
    mark: 'disc',
  },
  // Poster: two inks on coloured paper.
  poster: {
    ground: '#f6c52e',
    panel: '#17130a',
    text: '#17130a',
    soft: '#5b4a10',
    accent: '#b4161b',
    spoken: '#ffcf4a',
    onAccent: '#ffffff',
    title: { family: 'anton', weight: 400, subsets: LATIN_SUBSETS },
    body: BODY,
    strong: STRONG,
    figure: { family: 'anton', weight: 400, subsets: LATIN_SUBSETS },
    pattern: 'dots',
    mark: 'square',
  },
  // Chalkboard: a ruled board and one coloured chalk.
  chalkboard: {
    ground: '#20352d',
    panel: '#2b463b',
    text: '#f4f1e4',
    soft: '#b9cbbf',
    accent: '#f2b84b',
    spoken: '#f2b84b',
    onAccent: '#1c1400',
    title: { family: 'bebas-neue', weight: 400, subsets: LATIN_SUBSETS },
    body: BODY,
    strong: STRONG,
    figure: { family: 'bebas-neue', weight: 400, subsets: LATIN_SUBSETS },
    pattern: 'lines',
    mark: 'ring',
  },
  // Neon: tubes of light at night.
  neon: {
    ground: '#170b2b',
    panel: '#2a1652',
    text: '#fbf7ff',
    soft: '#c3b2e0',
    accent: '#ff5aa8',
    spoken: '#ff8cc4',
    onAccent: '#1a0010',
    title: { family: 'archivo-black', weight: 400, subsets: LATIN_SUBSETS },
    body: BODY,
    strong: STRONG,
    figure: { family: 'archivo-black', weight: 400, subsets: LATIN_SUBSETS },
    pattern: 'dots',
    mark: 'ring',
  },
};

/** Defines the designs of a video: colours and fonts. */
import type { FontFace } from '#contract/board-fonts.ts';
import type { Page } from '#contract/video-page.ts';

import type { Design } from '../video.ts';

/** Draws in the colours and fonts of a look on a page. */
export interface Style {
  readonly look: Look;
  readonly page: Page;
}

export interface Look {
  readonly ground: string;
  /** Colours rules and panels on the ground. */
  readonly panel: string;
  readonly text: string;
  readonly soft: string;
  readonly accent: string;
  /** Colours the spoken word on a dark ground. */
  readonly spoken: string;
  readonly onAccent: string;
  readonly title: FontFace;
  readonly body: FontFace;
  readonly strong: FontFace;
  readonly figure: FontFace;
  /** Fills the panel beside a title. */
  readonly pattern: 'hatch' | 'dots' | 'lines';
  /** The mark on that panel. */
  readonly mark: 'disc' | 'ring' | 'square';
}

const latin = ['latin', 'latin-ext'];
const wide = [...latin, 'cyrillic', 'cyrillic-ext', 'greek'];
const inter = (weight: number): FontFace => ({ family: 'inter', weight, subsets: wide });
const BODY = inter(400);
const STRONG = inter(600);

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
    title: inter(700),
    body: BODY,
    strong: STRONG,
    figure: { family: 'oswald', weight: 600, subsets: latin },
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
    title: { family: 'oswald', weight: 600, subsets: latin },
    body: BODY,
    strong: STRONG,
    figure: { family: 'oswald', weight: 600, subsets: latin },
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
    title: { family: 'poppins', weight: 700, subsets: latin },
    body: BODY,
    strong: STRONG,
    figure: { family: 'poppins', weight: 700, subsets: latin },
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
    title: { family: 'anton', weight: 400, subsets: latin },
    body: BODY,
    strong: STRONG,
    figure: { family: 'anton', weight: 400, subsets: latin },
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
    title: { family: 'bebas-neue', weight: 400, subsets: latin },
    body: BODY,
    strong: STRONG,
    figure: { family: 'bebas-neue', weight: 400, subsets: latin },
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
    title: { family: 'archivo-black', weight: 400, subsets: latin },
    body: BODY,
    strong: STRONG,
    figure: { family: 'archivo-black', weight: 400, subsets: latin },
    pattern: 'dots',
    mark: 'ring',
  },
};

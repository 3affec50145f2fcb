/** Defines the designs of a video: colours and fonts. Everything is drawn in units of a picture of 1280 x 720. */
import type { FontFace } from '#contract/board-fonts.ts';

import type { Design } from '../video.ts';

export const WIDTH = 1280;
export const HEIGHT = 720;
/** Players and screens may cut off this share at each edge (EBU R 95: 5 % graphics safe area). */
export const SAFE = 0.05;

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
  },
  // Signal: one strong colour and one that contrasts with it.
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
  },
};

/** Maps the board's ten font names to font files, for both service and window (spec 2 §4 board/text). */
import type { BoardFont } from './schema/thumbnail.ts';

export interface FontFace {
  /** The name of its `@fontsource` package and its files. */
  readonly family: string;
  readonly weight: number;
  readonly subsets: readonly string[];
}

const latin = ['latin', 'latin-ext'] as const;
const cyrillic = [...latin, 'cyrillic', 'cyrillic-ext'] as const;

export const BOARD_FONT_FACES: Readonly<Record<BoardFont, FontFace>> = {
  // Impact is not free; this font is as heavy and as narrow.
  impact: { family: 'sofia-sans-extra-condensed', weight: 900, subsets: cyrillic },
  anton: { family: 'anton', weight: 400, subsets: latin },
  bebas: { family: 'bebas-neue', weight: 400, subsets: latin },
  archivo: { family: 'archivo-black', weight: 400, subsets: latin },
  montserrat: { family: 'montserrat', weight: 900, subsets: cyrillic },
  oswald: { family: 'oswald', weight: 700, subsets: cyrillic },
  bangers: { family: 'bangers', weight: 400, subsets: latin },
  luckiest: { family: 'luckiest-guy', weight: 400, subsets: latin },
  poppins: { family: 'poppins', weight: 800, subsets: latin },
  // The real system font differs by machine, which a picture must not.
  system: { family: 'inter', weight: 700, subsets: cyrillic },
};

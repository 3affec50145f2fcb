import { limitPace, toSpokenSeconds } from './spoken.ts';

/** The pace of a section; `nth` counts sections with the same heading, from 0. */
export interface SectionPace {
  readonly heading: string;
  readonly nth: number;
  /** Words per minute. */
  readonly pace: number;
}

/** The pace in words per minute, for the script and for sections that have their own pace. */
export interface Pacing {
  readonly general: number;
  readonly sections: readonly SectionPace[];
}

/** Returns the pace of a section: its own, or the general one. */
export function getPace({ general, sections }: Pacing, heading: string, nth: number): number {
  const section = sections.find((section) => section.heading === heading && section.nth === nth);
  return section ? limitPace(section.pace) : general;
}

/** Follows the headings of a script and returns the pace at each place: the section's own, or the general one. */
export class PaceReader {
  readonly #pacing: Pacing;
  readonly #headingCounts = new Map<string, number>();
  #pace: number;

  constructor(pacing: Pacing) {
    this.#pacing = pacing;
    // The text before the first heading counts as the first section without a name.
    this.#headingCounts.set('', 1);
    this.#pace = getPace(pacing, '', 0);
  }

  /** Returns the pace at the place reached so far. */
  get pace(): number {
    return this.#pace;
  }

  /** Returns the seconds to say `units` at the place reached so far. */
  getSeconds(units: number): number {
    return toSpokenSeconds(units, this.#pace);
  }

  /** Moves on to the section of a heading; returns its index among sections of that name. */
  enterSection(heading: string): number {
    const nth = this.#headingCounts.get(heading) ?? 0;
    this.#headingCounts.set(heading, nth + 1);
    this.#pace = getPace(this.#pacing, heading, nth);
    return nth;
  }
}

import type { SpokenTag } from '#markdown/language-tag.ts';

export type SectionRole = 'opening' | 'context' | 'point' | 'example' | 'objection' | 'recap' | 'closing';

/** The kinds of video the composer knows; `explainer` is the default. */
export type ScriptKind = 'explainer' | 'tutorial' | 'documentary' | 'news' | 'interview' | 'compilation' | 'list';

export interface SectionPlan {
  heading: string;
  role: SectionRole;
  /** The section's length relative to the others; 1 is normal. */
  weight: number;
}

export const section = (heading: string, role: SectionRole, weight = 1): SectionPlan => ({ heading, role, weight });

/** The sections of one kind of video: opening, middle (used as far as needed) and ending. */
interface KindPlan {
  opening: readonly SectionPlan[];
  middle: readonly SectionPlan[];
  /** The heading of middle sections beyond the list, with `{n}`. */
  extraHeading: string;
  ending: readonly SectionPlan[];
}

/** Patterns and forms by which a language names things. */
interface NamingRules {
  /** Matches numbers written as words. */
  readonly numbers: string;
  /** Matches units of measurement, which are not counted one by one. */
  readonly units: RegExp;
  /** Matches the units of time in which something can happen. */
  readonly durations: RegExp;
  /** Matches nouns for people. */
  readonly persons: RegExp;
  /** Matches words that stand before a thing, with a space after. */
  readonly determiners: RegExp;
  /** Matches nouns too general to ask about. */
  readonly general: RegExp;
  /** Matches adjectives, so that the noun after them is taken along; null if nouns are capitalised. */
  readonly adjectives: RegExp | null;
  /** Rephrases a determiner and noun for the person. */
  readonly addressed: (determiner: string, noun: string) => string;
}

/**
 * Kinds of questions: about a count or what the person did with it, a measure, a time, a name, a person, a thing; a
 * whole sentence that states, advises or tells what the person did; fragments of notes, notes on what to show or to
 * say; the title at the beginning and at the end, and the video in between.
 */
export type QuestionKind =
  | 'clause'
  | 'count'
  | 'measure'
  | 'duration'
  | 'name'
  | 'person'
  | 'thing'
  | 'said'
  | 'advice'
  | 'told'
  | 'points'
  | 'seen'
  | 'note'
  | 'opening'
  | 'closing'
  | 'title';

/**
 * Every word of the composer in one language. None is ever spoken: it writes headings, questions and cues, and
 * everything else is the person's. `{x}` stands for the person's words, `{s}` for a section's heading.
 */
export interface LanguagePack {
  tag: SpokenTag;
  /** Translates "words", as in "(120 words)". */
  words: string;
  quote: readonly [string, string];
  /** Replaces a missing title. */
  thisVideo: string;
  outline: Record<'length' | 'angle' | 'audience' | 'voice' | 'does' | 'avoids' | 'sources' | 'minutes', string>;
  kinds: Record<ScriptKind, KindPlan>;
  /** Matches the words of a template or title that tell the kind. */
  kindWords: Record<Exclude<ScriptKind, 'explainer'>, RegExp>;
  /** Matches headings written by the person, to tell their role. */
  roleWords: Record<Exclude<SectionRole, 'point'>, RegExp>;
  /** Matches first words that make a sentence an instruction to the creator instead of something to speak. */
  instruction: RegExp;
  /** Matches instructions about what to show. */
  visual: RegExp;
  /** Matches sentences that tell the viewer what to do. */
  advice: RegExp;
  /** Matches sentences in which the person tells what they did. */
  ownStory: RegExp;
  naming: NamingRules;
  questions: Record<QuestionKind, readonly string[]>;
  cues: readonly string[];
}

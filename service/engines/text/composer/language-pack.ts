import type { SpokenTag } from '#markdown/language-tag.ts';

export type SectionRole = 'opening' | 'context' | 'point' | 'step' | 'example' | 'objection' | 'recap' | 'closing';

/** Lists the kinds of video the composer knows; `explainer` is the default. */
export type ScriptKind = 'explainer' | 'tutorial' | 'documentary' | 'news' | 'interview' | 'compilation' | 'list';

export interface SectionPlan {
  heading: string;
  role: SectionRole;
  /** Weighs the section's length against the others; 1 is normal. */
  weight: number;
}

/** Plans the sections of one kind of video: opening, middle (used as far as needed) and ending. */
interface KindPlan {
  open: readonly SectionPlan[];
  middle: readonly SectionPlan[];
  /** Names the middle sections beyond the list: a heading with `{n}`. */
  more: string;
  close: readonly SectionPlan[];
}

/**
 * Holds every sentence of the composer in one language. None claims a fact: connectives lead on, frames and aspects ask
 * the user for what only they know. `{x}` stands for the user's words, `{s}` for a section's heading.
 */
export interface LanguagePack {
  tag: SpokenTag;
  /** Translates "words", as in "(120 words)". */
  words: string;
  quote: readonly [string, string];
  outline: Record<
    'length' | 'audience' | 'voice' | 'does' | 'avoids' | 'request' | 'sources' | 'minutes' | 'promptIntro',
    string
  >;
  kinds: Record<ScriptKind, KindPlan>;
  /** Recognise the kind from a template or title. */
  kindWords: Record<Exclude<ScriptKind, 'explainer'>, RegExp>;
  /** Recognise the role of a heading that the user wrote. */
  roleWords: Record<Exclude<SectionRole, 'point' | 'step'>, RegExp>;
  /** Matches first words that make a sentence an instruction to the creator instead of something to speak. */
  instruction: RegExp;
  /** Turn a fragment of the user's, `{x}`, into a sentence. */
  topicFrames: readonly string[];
  angleFrames: readonly string[];
  pointFrames: readonly string[];
  /** Lead into a section; `{s}` is its heading. */
  sectionLeads: readonly string[];
  greetings: readonly string[];
  /** Groups spoken connectives by who speaks: anyone, I, we. */
  connectives: Record<'any' | 'i' | 'we', readonly string[]>;
  /** Open the last section. */
  closers: readonly string[];
  /** End the script. */
  farewells: readonly string[];
  /** Ask about an aspect, `{a}`; each is grammatical with every aspect. */
  frames: readonly string[];
  /** Ask about two aspects, `{a}` and `{b}`. */
  pairFrames: readonly string[];
  /** Ask about an aspect, `{a}`, of a point in the user's words, `{x}`. */
  pointedFrames: readonly string[];
  /** Are indirect questions, such as "why this matters to you". */
  aspects: readonly string[];
  roleAspects: Record<SectionRole, readonly string[]>;
  patternFrames: Record<'hook' | 'cta' | 'story' | 'explain', readonly string[]>;
  cues: readonly string[];
}

import { type SpokenTag, spokenTag } from '#markdown/language-tag.ts';
import { de } from './packs/de.ts';
import { en } from './packs/en.ts';
import { es } from './packs/es.ts';
import { fr } from './packs/fr.ts';

/** What a section of a script is for. */
export type SectionRole = 'opening' | 'context' | 'point' | 'step' | 'example' | 'objection' | 'recap' | 'closing';

/** The shapes of video the composer knows; `explainer` where nothing says otherwise. */
export type ScriptKind = 'explainer' | 'tutorial' | 'documentary' | 'news' | 'interview' | 'compilation' | 'list';

export interface SectionPlan {
  heading: string;
  role: SectionRole;
  /** Share of the length in relation to the others; 1 is usual. */
  weight: number;
}

/** Sections of one kind: how it opens, what its middle is made of (used as far as needed), how it ends. */
interface KindPlan {
  open: readonly SectionPlan[];
  middle: readonly SectionPlan[];
  /** For a middle longer than the list: a heading with `{n}`. */
  more: string;
  close: readonly SectionPlan[];
}

/**
 * Everything the composer says in one language. None of it claims a fact: connectives lead on, frames and aspects ask
 * the person to say what only they know. Slots: `{x}` words of the person's, `{s}` a section's heading.
 */
export interface LanguagePack {
  tag: SpokenTag;
  /** "words" in that language, as in "(120 words)". */
  words: string;
  quote: readonly [string, string];
  outline: Record<
    'length' | 'audience' | 'voice' | 'does' | 'avoids' | 'request' | 'sources' | 'minutes' | 'promptIntro',
    string
  >;
  kinds: Record<ScriptKind, KindPlan>;
  /** Patterns that tell the kind from a template or title. */
  kindWords: Record<Exclude<ScriptKind, 'explainer'>, RegExp>;
  /** Which role a heading of the person's own has. */
  roleWords: Record<Exclude<SectionRole, 'point' | 'step'>, RegExp>;
  /** First words that make a sentence an instruction to the creator and not something to speak. */
  instruction: RegExp;
  /** Sentences with `{x}` = a fragment of the person's. */
  topicFrames: readonly string[];
  angleFrames: readonly string[];
  pointFrames: readonly string[];
  /** Sentences with `{s}` = the heading the section has. */
  sectionLeads: readonly string[];
  greetings: readonly string[];
  /** Spoken connectives by who speaks: anyone, I, we. */
  connectives: Record<'any' | 'i' | 'we', readonly string[]>;
  /** Open the last section. */
  closers: readonly string[];
  /** The very last sentence. */
  farewells: readonly string[];
  /** `{a}` = an aspect; grammatical with every aspect. */
  frames: readonly string[];
  /** `{a}` and `{b}` = two aspects. */
  pairFrames: readonly string[];
  /** `{a}` = an aspect, `{x}` = a point in the person's words. */
  pointedFrames: readonly string[];
  /** Indirect questions: "why this matters to you". */
  aspects: readonly string[];
  roleAspects: Record<SectionRole, readonly string[]>;
  patternFrames: Record<'hook' | 'cta' | 'story' | 'explain', readonly string[]>;
  cues: readonly string[];
}

const PACKS = { en, de, es, fr };

/** The pack for a language as a person writes it ("German", "de-AT", "Deutsch"); English and `known: false` else. */
export function packFor(language: string): { pack: LanguagePack; known: boolean } {
  const tag = spokenTag(language);
  return { pack: PACKS[tag ?? 'en'], known: tag !== null };
}

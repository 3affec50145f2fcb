/** Extracts the parts of a voice profile (spec 2 §2 "Voice profile record") that can be followed mechanically. */
import { countWords } from '../words.ts';
import { splitSentences } from '../sentences.ts';
import { phrasePattern } from './phrases.ts';

export interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** All lists hold trimmed, single-line text. */
export interface VoiceTraits {
  readonly starters: readonly string[];
  readonly transitions: readonly string[];
  /** Holds whole sentences this voice likes to say. */
  readonly sayings: readonly string[];
  readonly replacements: readonly Replacement[];
  readonly avoid: readonly string[];
  readonly hooks: readonly string[];
  readonly ctas: readonly string[];
  readonly stories: readonly string[];
  readonly explains: readonly string[];
  readonly does: readonly string[];
  readonly donts: readonly string[];
  readonly jargon: readonly string[];
  readonly glossary: readonly { readonly term: string; readonly meaning: string }[];
  /** Speaks connective sentences; `any` if the profile says neither I nor we. */
  readonly person: 'i' | 'we' | 'any';
  /** Tells whether this voice says "don't" or "do not"; `any` if the profile does not say. */
  readonly contractions: 'use' | 'avoid' | 'any';
  /** Limits the words of a sentence, from the profile or else its examples; null if neither tells. */
  readonly longestSentence: number | null;
}

type Json = Readonly<Record<string, unknown>>;

const line = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- control characters are what is being removed
    .replace(/[\u0000-\u001F\u007F\uFEFF\u2028\u2029]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** Converts an entry of a profile's list to one line: text stays, an object gives its texts. */
export function entryText(entry: unknown): string {
  if (typeof entry === 'string') return line(entry);
  const pair = readReplacement(entry);
  if (pair !== null) return `${pair.from} -> ${pair.to}`;
  const texts = Object.values(record(entry)).filter((value): value is string => typeof value === 'string');
  return texts.map(line).filter(Boolean).join(': ');
}

function list(value: unknown, max = 200): string[] {
  if (!Array.isArray(value)) return [];
  return value
    .map((v) => (typeof v === 'string' ? v : Object.values(record(v)).find((x) => typeof x === 'string')))
    .filter((v): v is string => typeof v === 'string')
    .map((v) => line(v).slice(0, max))
    .filter((v) => v !== '');
}

const ARROW = /^["'“‘]?(.+?)["'”’]?\s*(?:->|=>|→|⇒)\s*["'“‘]?(.*?)["'”’]?$/u;
const INSTEAD = /^(?:say|use)\s+["'“‘]?(.+?)["'”’]?\s+(?:instead of|rather than|not)\s+["'“‘]?(.+?)["'”’]?\.?$/iu;
const COLON = /^["'“‘]?([^:]{1,60}?)["'”’]?\s*:\s*["'“‘]?(.+?)["'”’]?$/u;

function pair(from: unknown, to: unknown): Replacement | null {
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  const clean = { from: line(from), to: line(to) };
  return clean.from === '' || clean.from === clean.to ? null : clean;
}

/**
 * Reads a replacement in any notation: "utilize -> use", "use X instead of Y", {from, to}, [from, to]; null if it is
 * none.
 */
export function readReplacement(entry: unknown): Replacement | null {
  if (typeof entry === 'string') {
    const text = line(entry);
    const arrow = ARROW.exec(text);
    if (arrow) return pair(arrow[1], arrow[2]);
    const instead = INSTEAD.exec(text);
    if (instead) return pair(instead[2], instead[1]);
    const colon = COLON.exec(text);
    return colon ? pair(colon[1], colon[2]) : null;
  }
  if (Array.isArray(entry)) return pair(entry[0], entry[1]);
  const o = record(entry);
  return pair(o['from'] ?? o['replace'] ?? o['avoid'] ?? o['instead_of'], o['to'] ?? o['with'] ?? o['use'] ?? o['say']);
}

function glossaryEntry(entry: unknown): { term: string; meaning: string }[] {
  const o = record(entry);
  const [term, meaning] =
    typeof entry === 'string'
      ? [/^([^:=]{1,60}?)\s*(?::|=| [–—-] )\s*(.+)$/u.exec(line(entry))].flatMap((m) => (m ? [m[1], m[2]] : []))
      : [o['term'] ?? o['word'], o['meaning'] ?? o['definition']];
  if (typeof term !== 'string' || typeof meaning !== 'string' || line(term) === '') return [];
  return [{ term: line(term), meaning: line(meaning).replace(/[.;,\s]+$/u, '') }];
}

function personOf(text: string): VoiceTraits['person'] {
  const description = text.toLowerCase();
  if (/\b(first[- ]person plural|we\b|wir\b|nosotros|nous)/.test(description)) return 'we';
  if (/\b(first[- ]person|\bi\b|ich\b|yo\b|je\b)/.test(description)) return 'i';
  return 'any';
}

/**
 * Returns a starter without what follows: "So," and "so …" become "So". Anything longer than three words is not a
 * starter.
 */
function starter(text: string): string[] {
  const bare = text.replace(/[\s,.…!:;–—-]+$/u, '');
  if (bare === '' || bare.split(' ').length > 3 || /[.!?]/.test(bare)) return [];
  return [bare.charAt(0).toUpperCase() + bare.slice(1)];
}

const CONTRACTIONS = /\bcontract(?:ion|ed|ing)|\bdon['’]t, not do not\b/i;
const AGAINST = /\b(?:no|not|never|without|avoid|don['’]t)\b/i;

function contractionsOf(wanted: readonly string[], unwanted: readonly string[]): VoiceTraits['contractions'] {
  if (unwanted.some((text) => CONTRACTIONS.test(text))) return 'avoid';
  const rule = wanted.find((text) => CONTRACTIONS.test(text));
  if (rule === undefined) return 'any';
  return AGAINST.test(rule) ? 'avoid' : 'use';
}

const BOUND =
  /(?:above|over|beyond|exceeds?|longer than|more than|max(?:imum)?(?: of)?|at most|up to|under|below|within|fewer than|less than)\s+(\d{1,3})\s*(?:-\s*)?words?\b|\b(\d{1,3})\s+words?\s+(?:or (?:fewer|less)|at (?:the )?most|max)/i;
const LENGTH = { least: 6, most: 60 };
/** Requires this many example sentences before the longest one counts. */
const ENOUGH_EXAMPLES = 3;

function longestSentence(rules: readonly string[], examples: readonly string[]): number | null {
  for (const text of rules) {
    const found = BOUND.exec(text);
    const words = Number(found?.[1] ?? found?.[2]);
    if (words >= LENGTH.least && words <= LENGTH.most) return words;
  }
  const lengths = examples.flatMap((text) => splitSentences(text)).map(countWords);
  if (lengths.length < ENOUGH_EXAMPLES) return null;
  return Math.min(LENGTH.most, Math.max(14, Math.ceil(Math.max(...lengths) * 1.25)));
}

const text = (value: unknown): string => (typeof value === 'string' ? line(value) : '');

/** Reads a profile, either whole or only its `writing_style_analysis`; ignores unknown or malformed parts. */
export function readTraits(value: unknown): VoiceTraits {
  const outer = record(value);
  const profile = 'writing_style_analysis' in outer ? record(outer['writing_style_analysis']) : outer;
  const toolkit = record(profile['rhetorical_toolkit']);
  const diction = record(profile['diction_and_syntax']);
  const kit = record(profile['phrase_kit']);
  const spoken = record(profile['spoken_patterns']);
  const rules = record(profile['do_dont']);
  const does = list(rules['do']);
  const donts = [...list(rules['dont']), ...list(rules['never_does'])];
  const avoid = [...list(kit['avoid']), ...list(diction['avoid'])];
  const rewriting = list(profile['rewriter_directives']);
  const shape = [text(diction['sentence_shape']), text(record(profile['delivery_recipe'])['cadence'])];
  return {
    starters: list(spoken['starter_words']).flatMap(starter),
    transitions: [...list(spoken['transition_phrases']), ...list(toolkit['transitions'])],
    sayings: [...list(kit['uses']), ...list(spoken['common_phrases'])].filter((phrase) =>
      /^\p{Lu}.*[.!?…]$/u.test(phrase),
    ),
    replacements: (Array.isArray(kit['replacements']) ? kit['replacements'] : [])
      .map(readReplacement)
      .filter((found) => found !== null),
    avoid,
    hooks: list(toolkit['hook_patterns']),
    ctas: list(toolkit['cta_patterns']),
    stories: list(toolkit['storytelling_patterns']),
    explains: list(toolkit['explanation_patterns']),
    does,
    donts,
    jargon: list(record(profile['jargon_policy'])['allow']),
    glossary: (Array.isArray(profile['lexical_glossary']) ? profile['lexical_glossary'] : []).flatMap(glossaryEntry),
    person: personOf(text(record(profile['stance_and_relationship'])['narrative_person'])),
    contractions: contractionsOf(
      [...list(diction['preferred_constructions']), ...does, ...rewriting],
      [...avoid, ...donts],
    ),
    longestSentence: longestSentence(
      [...shape, ...rewriting, ...does],
      [text(profile['example_paragraph']), ...list(profile['style_examples'], 2000)],
    ),
  };
}

/** Longer entries of an avoid list are advice rather than words to search for. */
const PHRASE_WORDS = 5;

export function avoidedPhrases(traits: Pick<VoiceTraits, 'avoid'>): string[] {
  return traits.avoid.filter((phrase) => phrase.split(' ').length <= PHRASE_WORDS);
}

export function avoidTest(traits: Pick<VoiceTraits, 'avoid'>): (text: string) => boolean {
  const patterns = avoidedPhrases(traits).map((phrase) => phrasePattern(phrase, 'iu'));
  return (text) => patterns.some((pattern) => pattern.test(text));
}

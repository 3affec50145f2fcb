/** Extracts the parts of a voice profile (spec 2 §2 "Voice profile record") that can be followed mechanically. */
import { capitalize } from '../capitalize.ts';
import { countWords } from '../words.ts';
import { splitSentences } from '../sentences.ts';
import { toPhrasePattern } from './phrases.ts';
import { collapseSpaces } from '../collapse-spaces.ts';

export interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** All lists hold trimmed, single-line text. */
export interface VoiceTraits {
  readonly starters: readonly string[];
  readonly transitions: readonly string[];
  /** Whole sentences this voice likes to say. */
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
  /** True if this voice says "don't" or "do not"; `any` if the profile does not say. */
  readonly contractions: 'use' | 'avoid' | 'any';
  /** The most words of a sentence, from the profile or else its examples; null if neither tells. */
  readonly longestSentence: number | null;
}

type Json = Readonly<Record<string, unknown>>;

const toLine = (textValue: string): string =>
  collapseSpaces(
    textValue
      // eslint-disable-next-line no-control-regex -- control characters are what is being removed
      .replace(/[\u0000-\u001F\u007F\uFEFF\u2028\u2029]+/g, ' '),
  );

function asRecord(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** Converts an entry of a profile's list to one line: text stays, an object gives its texts. */
export function toEntryText(entry: unknown): string {
  if (typeof entry === 'string') return toLine(entry);
  const replacement = readReplacement(entry);
  if (replacement !== null) return `${replacement.from} -> ${replacement.to}`;
  const texts = Object.values(asRecord(entry)).filter((value): value is string => typeof value === 'string');
  return texts.map(toLine).filter(Boolean).join(': ');
}

function toTextList(value: unknown, max = 200): string[] {
  if (!Array.isArray(value)) return [];
  return value
    .map((item) =>
      typeof item === 'string' ? item : Object.values(asRecord(item)).find((field) => typeof field === 'string'),
    )
    .filter((item): item is string => typeof item === 'string')
    .map((item) => toLine(item).slice(0, max))
    .filter((item) => item !== '');
}

const ARROW = /^["'“‘]?(.+?)["'”’]?\s*(?:->|=>|→|⇒)\s*["'“‘]?(.*?)["'”’]?$/u;
const INSTEAD_OF = /^(?:say|use)\s+["'“‘]?(.+?)["'”’]?\s+(?:instead of|rather than|not)\s+["'“‘]?(.+?)["'”’]?\.?$/iu;
const COLON = /^["'“‘]?([^:]{1,60}?)["'”’]?\s*:\s*["'“‘]?(.+?)["'”’]?$/u;

function toReplacement(from: unknown, to: unknown): Replacement | null {
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  const replacement = { from: toLine(from), to: toLine(to) };
  return replacement.from === '' || replacement.from === replacement.to ? null : replacement;
}

/**
 * Reads a replacement in any notation: "utilize -> use", "use X instead of Y", {from, to}, [from, to]; null if it is
 * none.
 */
export function readReplacement(entry: unknown): Replacement | null {
  if (typeof entry === 'string') {
    const textValue = toLine(entry);
    const arrow = ARROW.exec(textValue);
    if (arrow) return toReplacement(arrow[1], arrow[2]);
    const insteadOf = INSTEAD_OF.exec(textValue);
    if (insteadOf) return toReplacement(insteadOf[2], insteadOf[1]);
    const colon = COLON.exec(textValue);
    return colon ? toReplacement(colon[1], colon[2]) : null;
  }
  if (Array.isArray(entry)) return toReplacement(entry[0], entry[1]);
  const fields = asRecord(entry);
  return toReplacement(
    fields['from'] ?? fields['replace'] ?? fields['avoid'] ?? fields['instead_of'],
    fields['to'] ?? fields['with'] ?? fields['use'] ?? fields['say'],
  );
}

function toGlossaryEntry(entry: unknown): { term: string; meaning: string }[] {
  const fields = asRecord(entry);
  const [term, meaning] =
    typeof entry === 'string'
      ? [/^([^:=]{1,60}?)\s*(?::|=| [–—-] )\s*(.+)$/u.exec(toLine(entry))].flatMap((match) =>
          match ? [match[1], match[2]] : [],
        )
      : [fields['term'] ?? fields['word'], fields['meaning'] ?? fields['definition']];
  if (typeof term !== 'string' || typeof meaning !== 'string' || toLine(term) === '') return [];
  return [{ term: toLine(term), meaning: toLine(meaning).replace(/[.;,\s]+$/u, '') }];
}

function getPerson(textValue: string): VoiceTraits['person'] {
  const description = textValue.toLowerCase();
  if (/\b(first[- ]person plural|we\b|wir\b|nosotros|nous)/.test(description)) return 'we';
  if (/\b(first[- ]person|\bi\b|ich\b|yo\b|je\b)/.test(description)) return 'i';
  return 'any';
}

/**
 * Returns a starter without the words after it: "So," and "so …" become "So". Anything longer than three words is not a
 * starter.
 */
function toStarter(textValue: string): string[] {
  const starterText = textValue.replace(/[\s,.…!:;–—-]+$/u, '');
  if (starterText === '' || starterText.split(' ').length > 3 || /[.!?]/.test(starterText)) return [];
  return [capitalize(starterText)];
}

const CONTRACTIONS = /\bcontract(?:ion|ed|ing)|\bdon['’]t, not do not\b/i;
const NEGATION = /\b(?:no|not|never|without|avoid|don['’]t)\b/i;

function getContractions(rules: readonly string[], avoidRules: readonly string[]): VoiceTraits['contractions'] {
  if (avoidRules.some((textValue) => CONTRACTIONS.test(textValue))) return 'avoid';
  const rule = rules.find((textValue) => CONTRACTIONS.test(textValue));
  if (rule === undefined) return 'any';
  return NEGATION.test(rule) ? 'avoid' : 'use';
}

const WORD_LIMIT =
  /(?:above|over|beyond|exceeds?|longer than|more than|max(?:imum)?(?: of)?|at most|up to|under|below|within|fewer than|less than)\s+(\d{1,3})\s*(?:-\s*)?words?\b|\b(\d{1,3})\s+words?\s+(?:or (?:fewer|less)|at (?:the )?most|max)/i;
const LENGTH_LIMITS = { min: 6, max: 60 };
/** With fewer example sentences, the longest one is no limit. */
const MIN_EXAMPLES = 3;

function findLongestSentence(rules: readonly string[], examples: readonly string[]): number | null {
  for (const textValue of rules) {
    const match = WORD_LIMIT.exec(textValue);
    const wordCount = Number(match?.[1] ?? match?.[2]);
    if (wordCount >= LENGTH_LIMITS.min && wordCount <= LENGTH_LIMITS.max) return wordCount;
  }
  const lengths = examples.flatMap((textValue) => splitSentences(textValue)).map(countWords);
  if (lengths.length < MIN_EXAMPLES) return null;
  return Math.min(LENGTH_LIMITS.max, Math.max(14, Math.ceil(Math.max(...lengths) * 1.25)));
}

const toTextValue = (value: unknown): string => (typeof value === 'string' ? toLine(value) : '');

/** Reads a profile, either whole or only its `writing_style_analysis`; ignores unknown or malformed parts. */
export function readTraits(value: unknown): VoiceTraits {
  const outer = asRecord(value);
  const profile = 'writing_style_analysis' in outer ? asRecord(outer['writing_style_analysis']) : outer;
  const toolkit = asRecord(profile['rhetorical_toolkit']);
  const diction = asRecord(profile['diction_and_syntax']);
  const phraseKit = asRecord(profile['phrase_kit']);
  const spokenPatterns = asRecord(profile['spoken_patterns']);
  const rules = asRecord(profile['do_dont']);
  const does = toTextList(rules['do']);
  const donts = [...toTextList(rules['dont']), ...toTextList(rules['never_does'])];
  const avoid = [...toTextList(phraseKit['avoid']), ...toTextList(diction['avoid'])];
  const rewriting = toTextList(profile['rewriter_directives']);
  const sentenceRules = [
    toTextValue(diction['sentence_shape']),
    toTextValue(asRecord(profile['delivery_recipe'])['cadence']),
  ];
  return {
    starters: toTextList(spokenPatterns['starter_words']).flatMap(toStarter),
    transitions: [...toTextList(spokenPatterns['transition_phrases']), ...toTextList(toolkit['transitions'])],
    sayings: [...toTextList(phraseKit['uses']), ...toTextList(spokenPatterns['common_phrases'])].filter((phrase) =>
      /^\p{Lu}.*[.!?…]$/u.test(phrase),
    ),
    replacements: (Array.isArray(phraseKit['replacements']) ? phraseKit['replacements'] : [])
      .map(readReplacement)
      .filter((replacement) => replacement !== null),
    avoid,
    hooks: toTextList(toolkit['hook_patterns']),
    ctas: toTextList(toolkit['cta_patterns']),
    stories: toTextList(toolkit['storytelling_patterns']),
    explains: toTextList(toolkit['explanation_patterns']),
    does,
    donts,
    jargon: toTextList(asRecord(profile['jargon_policy'])['allow']),
    glossary: (Array.isArray(profile['lexical_glossary']) ? profile['lexical_glossary'] : []).flatMap(toGlossaryEntry),
    person: getPerson(toTextValue(asRecord(profile['stance_and_relationship'])['narrative_person'])),
    contractions: getContractions(
      [...toTextList(diction['preferred_constructions']), ...does, ...rewriting],
      [...avoid, ...donts],
    ),
    longestSentence: findLongestSentence(
      [...sentenceRules, ...rewriting, ...does],
      [toTextValue(profile['example_paragraph']), ...toTextList(profile['style_examples'], 2000)],
    ),
  };
}

/** Longer entries of an avoid list are advice rather than words to search for. */
const MAX_PHRASE_WORDS = 5;

export function listAvoidedPhrases(traits: Pick<VoiceTraits, 'avoid'>): string[] {
  return traits.avoid.filter((phrase) => phrase.split(' ').length <= MAX_PHRASE_WORDS);
}

export function createAvoidTest(traits: Pick<VoiceTraits, 'avoid'>): (textValue: string) => boolean {
  const patterns = listAvoidedPhrases(traits).map((phrase) => toPhrasePattern(phrase, 'iu'));
  return (textValue) => patterns.some((pattern) => pattern.test(textValue));
}

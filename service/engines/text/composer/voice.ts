import type { TextVoice } from '../text-engine.ts';
import { oneLine } from './text.ts';

/** What of a voice profile can be followed mechanically. All lists hold trimmed, single-line text. */
export interface VoiceTraits {
  name: string;
  instructions: string;
  starters: string[];
  transitions: string[];
  replacements: { from: string; to: string }[];
  avoid: string[];
  hooks: string[];
  ctas: string[];
  stories: string[];
  explains: string[];
  does: string[];
  donts: string[];
  /** Who speaks in connective sentences; `any` where the profile says neither I nor we. */
  person: 'i' | 'we' | 'any';
}

type Json = Readonly<Record<string, unknown>>;

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function list(value: unknown, max = 200): string[] {
  if (!Array.isArray(value)) return [];
  return value
    .map((v) => (typeof v === 'string' ? v : Object.values(record(v)).find((x) => typeof x === 'string')))
    .filter((v): v is string => typeof v === 'string')
    .map((v) => oneLine(v).slice(0, max))
    .filter((v) => v !== '');
}

const ARROW = /^["'“‘]?(.+?)["'”’]?\s*(?:->|=>|→|⇒)\s*["'“‘]?(.*?)["'”’]?$/u;
const INSTEAD = /^(?:say|use)\s+["'“‘]?(.+?)["'”’]?\s+(?:instead of|rather than|not)\s+["'“‘]?(.+?)["'”’]?\.?$/iu;
const COLON = /^["'“‘]?([^:]{1,60}?)["'”’]?\s*:\s*["'“‘]?(.+?)["'”’]?$/u;

function pair(from: unknown, to: unknown): { from: string; to: string }[] {
  if (typeof from !== 'string' || typeof to !== 'string') return [];
  const clean = { from: oneLine(from), to: oneLine(to) };
  return clean.from === '' || clean.from === clean.to ? [] : [clean];
}

/** A replacement however it was written: "utilize -> use", "use X instead of Y", {from, to}, [from, to]. */
function replacement(entry: unknown): { from: string; to: string }[] {
  if (typeof entry === 'string') {
    const text = oneLine(entry);
    const arrow = ARROW.exec(text);
    if (arrow) return pair(arrow[1], arrow[2]);
    const instead = INSTEAD.exec(text);
    if (instead) return pair(instead[2], instead[1]);
    const colon = COLON.exec(text);
    return colon ? pair(colon[1], colon[2]) : [];
  }
  if (Array.isArray(entry)) return pair(entry[0], entry[1]);
  const o = record(entry);
  return pair(o['from'] ?? o['replace'] ?? o['avoid'] ?? o['instead_of'], o['to'] ?? o['with'] ?? o['use'] ?? o['say']);
}

function personOf(text: string): VoiceTraits['person'] {
  const said = text.toLowerCase();
  if (/\b(first[- ]person plural|we\b|wir\b|nosotros|nous)/.test(said)) return 'we';
  if (/\b(first[- ]person|\bi\b|ich\b|yo\b|je\b)/.test(said)) return 'i';
  return 'any';
}

/** A starter as it stands before a comma: "So," and "so …" become "So". Anything longer than three words is none. */
function starter(text: string): string[] {
  const bare = text.replace(/[\s,.…!:;–—-]+$/u, '');
  if (bare === '' || bare.split(' ').length > 3 || /[.!?]/.test(bare)) return [];
  return [bare.charAt(0).toUpperCase() + bare.slice(1)];
}

/** Reads a voice: its simple form, its profile, or nothing. Unknown or misshapen parts are passed over. */
export function readVoice(voice: TextVoice | null): VoiceTraits {
  const outer = record(voice?.profile);
  const profile = 'writing_style_analysis' in outer ? record(outer['writing_style_analysis']) : outer;
  const toolkit = record(profile['rhetorical_toolkit']);
  const kit = record(profile['phrase_kit']);
  const spoken = record(profile['spoken_patterns']);
  const rules = record(profile['do_dont']);
  const stance = record(profile['stance_and_relationship'])['narrative_person'];
  const replacements = Array.isArray(kit['replacements']) ? kit['replacements'].flatMap(replacement) : [];
  return {
    name: oneLine(voice?.name ?? ''),
    instructions: oneLine(voice?.instructions ?? ''),
    starters: list(spoken['starter_words']).flatMap(starter),
    transitions: [...list(spoken['transition_phrases']), ...list(toolkit['transitions'])],
    replacements,
    avoid: [...list(kit['avoid']), ...list(record(profile['diction_and_syntax'])['avoid'])],
    hooks: list(toolkit['hook_patterns']),
    ctas: list(toolkit['cta_patterns']),
    stories: list(toolkit['storytelling_patterns']),
    explains: list(toolkit['explanation_patterns']),
    does: list(rules['do']),
    donts: [...list(rules['dont']), ...list(rules['never_does'])],
    person: typeof stance === 'string' ? personOf(stance) : 'any',
  };
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A pattern for a phrase as whole words, whatever its case. */
export function phrasePattern(phrase: string, flags = 'giu'): RegExp {
  const body = escapeRegExp(phrase.trim()).replace(/\s+/g, '\\s+').replace(/['’]/g, "['’]");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${body}(?![\\p{L}\\p{N}_])`, flags);
}

/** `to` in the case `from` was written in: a capital stays a capital. */
export function inCaseOf(from: string, to: string): string {
  if (from.length > 1 && from === from.toUpperCase() && from !== from.toLowerCase()) return to.toUpperCase();
  const first = from.charAt(0);
  return first !== first.toLowerCase() ? to.charAt(0).toUpperCase() + to.slice(1) : to;
}

/** The voice's replacements applied to plain text. */
export function replaceInVoice(text: string, traits: VoiceTraits): string {
  let out = text;
  for (const { from, to } of traits.replacements)
    out = out.replace(phrasePattern(from), (found) => inCaseOf(found, to));
  return out;
}

/** A test for text the voice would not say: the phrases it avoids, up to five words each (longer ones are advice). */
export function avoidTest(traits: VoiceTraits): (text: string) => boolean {
  const patterns = traits.avoid.filter((a) => a.split(' ').length <= 5).map((a) => phrasePattern(a, 'iu'));
  return (text) => patterns.some((p) => p.test(text));
}

/** Finds the counts, measures, names and things in a sentence. Prefers missing some to finding wrong ones. */
import { capitalize } from '#markdown/capitalize.ts';
import type { SpokenTag } from '#markdown/language-tag.ts';
import type { LanguagePack } from './language-pack.ts';

export interface Mention {
  readonly kind: 'count' | 'measure' | 'duration' | 'name' | 'person' | 'thing';
  /** The person's words, as they fit into a question to them: "40 loaves", "your starter". */
  readonly text: string;
  /**
   * The person's action with a count, in the second person: "You logged 40 loaves"; null if the sentence has none.
   */
  readonly clause: string | null;
  /** The words as a heading: "My starter". */
  readonly heading: string;
}

const MAX_CLAUSE_WORDS = 7;
/** Matches words that look like plurals after a number: "loaf 31 was". */
const NOT_A_NOUN =
  /(?:^| )(?:was|is|has|does|goes|says|this|his|its|us|as|less|always|perhaps|unless|thus|es|des|les|las|los|mes|más|pas|dans|plus|sans)$/i;
/**
 * Matches what may follow a noun; an English word that it doesn't match may be the noun itself: "the tidal river".
 */
const AFTER_NOUN =
  /^(?:\p{L}+ed|is|are|was|were|has|have|had|does|did|do|can|could|will|would|must|should|may|might|in|on|of|at|to|for|from|with|without|by|into|onto|over|under|after|before|between|through|during|about|around|against|inside|outside|near|since|until|than|as|and|or|but|so|that|which|who|when|where|while|because|if|not|never|always|only|also|again|still|just|then|now|here|there|twice|once|runs|ran|comes|came|goes|went|takes|took|makes|made|gets|got|gives|gave|falls|fell|breaks|broke|says|said|stands|stood|costs|cost|works|looks|needs|shows|sings|sang|rose|grew|kept|held|began|became|lost|found|paid|sold|bought|built|sent|led|met|told|left|won|put|set|cut|read|ate|slept|wrote|drove|knew|saw|hurts?|hums?|what|how)$/u;
/** Matches a definition: "A dull joint is a cold joint." names nothing that the person has. */
const DEFINITION = /^An? (?:\p{L}+ ){1,3}(?:is|are) /u;
/** "At five o'clock" is a time of day and measures nothing. */
const CLOCK = /^(?:heures?|Uhr)(?!\p{L})/u;
const BEFORE_CLOCK = /(?:^|\s)(?:à|vers|um|gegen)\s$/iu;
const OWN_DETERMINER = /^(?:my|our)$/;
const YEAR = /^(?:1[0-9]|20)\d\d$/;
const WORD = String.raw`[\p{L}\p{M}][\p{L}\p{M}’'-]*`;

/** The UN's codes of the world and the continents, which everybody knows. */
const WORLD_CODES = ['001', '002', '009', '019', '142', '150', '003', '005', '010', '021'];

const calendars = new Map<string, ReadonlySet<string>>();
const continents = new Map<string, ReadonlySet<string>>();

/** Returns the names of the world and its continents in lower case. */
function getContinents(tag: string): ReadonlySet<string> {
  let names = continents.get(tag);
  if (!names) {
    const displayNames = new Intl.DisplayNames([tag], { type: 'region' });
    names = new Set(WORLD_CODES.map((code) => (displayNames.of(code) ?? '').toLowerCase()));
    continents.set(tag, names);
  }
  return names;
}

/** Returns the names of days and months in lower case. */
function getCalendar(tag: string): ReadonlySet<string> {
  let names = calendars.get(tag);
  if (!names) {
    const formatName = (options: Intl.DateTimeFormatOptions, date: Date): string =>
      new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(date).toLowerCase();
    names = new Set([
      ...Array.from({ length: 12 }, (_, month) => formatName({ month: 'long' }, new Date(Date.UTC(2024, month, 15)))),
      ...Array.from({ length: 7 }, (_, day) => formatName({ weekday: 'long' }, new Date(Date.UTC(2024, 0, day + 1)))),
    ]);
    calendars.set(tag, names);
  }
  return names;
}

/** Turns "I logged" into "You logged". English only, where the verb does not change. */
function toClause(before: string, count: string, tag: SpokenTag): string | null {
  const match =
    /^(?:I|We) ((?:\p{Ll}+ly )?(?:\p{Ll}+ed|made|built|kept|read|wrote|sold|bought|took|ran|tried|ate|drew|spent|lost|found|threw|sent|met|saw) (?:\p{Ll}+ ){0,3})$/u.exec(
      before,
    );
  if (tag !== 'en' || !match) return null;
  const clause = `You ${match[1]}${count}`
    .replace(/\b(?:my|our)\b/g, 'your')
    .replace(/\bmyself\b/, 'yourself')
    .replace(/\bourselves\b/, 'yourselves');
  return clause.split(' ').length > MAX_CLAUSE_WORDS || /\b(?:me|us|I|we)\b/.test(clause) ? null : clause;
}

function findCounts(sentence: string, { tag, naming }: LanguagePack): Mention[] {
  const noun =
    naming.adjectives === null ? String.raw`(?:\p{Ll}+ )?\p{Lu}[\p{L}-]+` : String.raw`(?:\p{Ll}+ )?\p{Ll}{2,}s|people`;
  const numbers = naming.numbers.split('|').flatMap((word) => [word, capitalize(word)]);
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}.,:/-])(\d[\d.,’]*\d|\d|${numbers.join('|')}) (${noun})(?![\p{L}\p{N}-])`,
    'gu',
  );
  return [...sentence.matchAll(pattern)].flatMap(({ index, 0: text, 1: number = '', 2: nounText = '' }): Mention[] => {
    if (YEAR.test(number) || NOT_A_NOUN.test(nounText)) return [];
    if (CLOCK.test(nounText) && BEFORE_CLOCK.test(sentence.slice(0, index))) return [];
    const [first = '', second = ''] = nounText.split(' ');
    const isUnit = naming.units.test(first);
    if (!isUnit && naming.units.test(second)) return [];
    // A unit in the singular measures the word after it: "4 hour shifts".
    const measureText = second === '' || /s$/.test(first) ? `${number} ${first}` : text;
    const kind = naming.durations.test(first) ? 'duration' : 'measure';
    if (isUnit) return [{ kind, text: measureText, clause: null, heading: measureText }];
    return [{ kind: 'count', text, clause: toClause(sentence.slice(0, index), text, tag), heading: text }];
  });
}

/** Returns capitalised names within a sentence; in German every noun is capitalised. */
function findNames(sentence: string, { tag, naming }: LanguagePack): Mention[] {
  if (naming.adjectives === null) return [];
  const pattern =
    /(?<=[\p{Ll}\p{N},;:] (?:[“"«]|the |la |le |el )?)\p{Lu}[\p{L}\p{M}’'-]+(?: (?:of |de |du |la |van |von )?\p{Lu}[\p{L}\p{M}’'-]+)*/gu;
  const days = getCalendar(tag);
  return [...sentence.matchAll(pattern)].flatMap(({ index, 0: match }): Mention[] => {
    const name = match.replace(/[’']s$/u, '');
    if (days.has(name.toLowerCase()) || /^I(?:['’]|$)/.test(name) || name.length < 3) return [];
    if (getContinents(tag).has(name.toLowerCase()) || naming.general.test(name)) return [];
    const text = tag === 'en' && /\bthe $/i.test(sentence.slice(0, index)) ? `the ${name}` : name;
    return [{ kind: 'name', text, clause: null, heading: text }];
  });
}

function findThings(sentence: string, pack: LanguagePack): Mention[] {
  const { tag, naming } = pack;
  const { determiners, adjectives, general, persons, addressed } = naming;
  const mentions: Mention[] = [];
  const isDefinition = tag === 'en' && DEFINITION.test(sentence);
  for (const { index, 0: match } of sentence.matchAll(determiners)) {
    if (isDefinition && /^an?\s$/i.test(match)) continue;
    const words =
      new RegExp(`^${WORD}(?: ${WORD})?(?: ${WORD})?`, 'u')
        .exec(sentence.slice(index + match.length))?.[0]
        .split(' ') ?? [];
    const isNoun = (word: string | undefined): boolean =>
      word !== undefined && (adjectives === null ? /^\p{Lu}/u : /^\p{Ll}/u).test(word);
    const nounIndex = words.findIndex((word) => (adjectives === null ? isNoun(word) : !adjectives.test(word)));
    const noun = words[nounIndex];
    if (nounIndex < 0 || nounIndex > 1 || !isNoun(noun) || noun === undefined || noun.length < 4 || general.test(noun))
      continue;
    const next = words[nounIndex + 1];
    if (tag === 'en' && next !== undefined && !AFTER_NOUN.test(next)) continue;
    const nounPhrase = words.slice(adjectives === null ? nounIndex : 0, nounIndex + 1).join(' ');
    const determiner = match.trim().toLowerCase();
    const text = addressed(determiner, nounPhrase);
    const kind = persons.test(noun) ? 'person' : 'thing';
    mentions.push({
      kind,
      text,
      clause: null,
      heading: OWN_DETERMINER.test(determiner) ? `${determiner} ${nounPhrase}` : text,
    });
  }
  return mentions;
}

/** Returns the things that a sentence names, the most specific first. */
export function findMentions(sentence: string, pack: LanguagePack): Mention[] {
  return [...findCounts(sentence, pack), ...findNames(sentence, pack), ...findThings(sentence, pack)];
}

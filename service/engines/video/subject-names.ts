/** Finds the names of months, weekdays, countries and large cities, with the data of Intl. */

import { capitalize } from '#markdown/capitalize.ts';
import { escapeRegExp } from '#markdown/escape-reg-exp.ts';

interface NameFinders {
  /** Returns the first date in a sentence as it is written: a day and month, a month and year, or a year. */
  readonly findDate: (sentence: string) => string | null;
  /** Returns the first country or large city in a sentence. */
  readonly findPlace: (sentence: string) => string | null;
  /** Returns a person's name of two words or more, without a word that begins a sentence; null if it names a day. */
  readonly findName: (text: string) => string | null;
}

const toAlternatives = (words: readonly string[]): string =>
  [...new Set(words)]
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)
    .map(escapeRegExp)
    .join('|');

const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 15)));
const WEEK = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)));

function formatParts(
  language: string,
  dates: readonly Date[],
  options: Intl.DateTimeFormatOptions,
  type: string,
): string[] {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  return dates.flatMap((date) => format.formatToParts(date).flatMap((part) => (part.type === type ? part.value : [])));
}

/** Returns the names of months alone and after a day, which some languages write in another case. */
const listMonths = (language: string): string[] =>
  [{ month: 'long' }, { month: 'long', day: 'numeric' }].flatMap((options) =>
    formatParts(language, MONTHS, options as Intl.DateTimeFormatOptions, 'month').filter((name) =>
      /^\p{L}+$/u.test(name),
    ),
  );

const YEAR = String.raw`(?:1\d{3}|20\d{2})`;
/** Words before a number that is a year. */
const BEFORE_YEAR =
  'in|since|by|until|before|after|during|im Jahre?|seit|bis|vor|nach|anno|en|depuis|dès|avant|après|desde|hasta|em|nel|dal';

function createDateFinder(language: string): (sentence: string) => string | null {
  const months = listMonths(language);
  const day = String.raw`\d{1,2}(?:st|nd|rd|th|er|\.|º)?`;
  const optionalOf = String.raw`(?: of| de)?`;
  const monthPatterns =
    months.length === 0
      ? []
      : [
          `(?<![\\p{L}\\d])${day}${optionalOf} (?:${toAlternatives(months)})(?:,?${optionalOf} ${YEAR})?(?![\\p{L}\\d])`,
          `(?<!\\p{L})(?:${toAlternatives(months)})(?: ${day}(?:, ${YEAR})?|${optionalOf} ${YEAR})(?![\\p{L}\\d])`,
        ];
  const eastAsian = String.raw`\d{4}年(?:\d{1,2}月(?:\d{1,2}日)?)?|\d{1,2}月\d{1,2}日|\d{4}년(?: \d{1,2}월(?: \d{1,2}일)?)?`;
  const datePattern = new RegExp([...monthPatterns, eastAsian].join('|'), 'u');
  const yearPattern = new RegExp(`(?<!\\p{L})(?:${BEFORE_YEAR}) (${YEAR})(?![\\d.,]*\\d|\\s?[%€$£]| \\p{Ll})`, 'iu');
  return (sentence) => datePattern.exec(sentence)?.[0] ?? yearPattern.exec(sentence)?.[1] ?? null;
}

const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));

function listCountries(language: string): string[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return codes.flatMap((code) => names.of(code) ?? []).filter((name) => name.length > 1 && !name.includes('('));
}

/** Names of time zones that are more often other words than places. */
const NOT_CITIES = ['Easter', 'Center', 'Midway', 'Wake', 'Troll', 'Casey', 'Davis', 'Nome', 'Knox', 'Lindeman'];
const CITIES = Intl.supportedValuesOf('timeZone')
  .filter((zone) => /^(?:Africa|America|Asia|Australia|Europe|Pacific)\/[^/]+$/.test(zone))
  .map((zone) => zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' '))
  .filter((name) => !NOT_CITIES.includes(name));
/** Words before a place. */
const BEFORE_PLACE =
  'in to from at near across through of nach aus bei durch für von à en au aux vers depuis de a hacia desde para di da'
    .split(' ')
    .flatMap((word) => [word, capitalize(word)]);

function createPlaceFinder(language: string): (sentence: string) => string | null {
  const hasSpaces = !/^(?:ja|zh|th|lo|km|my)(?:-|$)/.test(language);
  const names = toAlternatives([...listCountries(language), ...(hasSpaces ? CITIES : [])]);
  const placePattern = hasSpaces
    ? new RegExp(
        `(?<!\\p{L})(?:${toAlternatives(BEFORE_PLACE)}) (?:(?:the|die|der|den|la|le|el|los|las|les) )?(${names})(?![\\p{L}\\p{M}])`,
        'u',
      )
    : new RegExp(`(${names})`, 'u');
  return (sentence) => placePattern.exec(sentence)?.[1] ?? null;
}

/** Matches a word that begins a sentence and is not part of a name. */
const SENTENCE_OPENERS =
  /^(?:In|On|At|From|To|By|With|For|After|Before|Since|Until|When|While|If|As|The|A|An|This|That|These|Those|My|Our|Your|His|Her|Its|Their|Every|Each|Last|Next|And|But|So|Then|Im|Am|An|Auf|Aus|Bei|Mit|Nach|Seit|Von|Vor|Zu|Der|Die|Das|Dieser|Diese|Dieses|Jeder|Jede|Und|Aber|Dans|En|À|Au|De|Le|La|Les|Ce|Cette|Et|Mais|El|Los|Las|Este|Esta|Y|Pero)\s/u;

function createNameFinders(language: string): NameFinders {
  const days = [...listMonths(language), ...formatParts(language, WEEK, { weekday: 'long' }, 'weekday')].map((name) =>
    name.toLowerCase(),
  );
  return {
    findDate: createDateFinder(language),
    findPlace: createPlaceFinder(language),
    findName: (words) => {
      const name = words.replace(SENTENCE_OPENERS, '');
      const parts = name.split(' ');
      return parts.length < 2 || parts.some((word) => days.includes(word.toLowerCase())) ? null : name;
    },
  };
}

const findersByLanguage = new Map<string, NameFinders>();

/** Returns the finders of a language by its tag; English if Intl does not support it. */
export function getNameFinders(language: string): NameFinders {
  const [tag = 'en'] = Intl.DateTimeFormat.supportedLocalesOf([language, 'en']);
  const names = findersByLanguage.get(tag) ?? createNameFinders(tag);
  findersByLanguage.set(tag, names);
  return names;
}

import { matchCase } from './phrases.ts';

const NEGATED_VERBS: Readonly<Record<string, string>> = {
  'do not': "don't",
  'does not': "doesn't",
  'did not': "didn't",
  'is not': "isn't",
  'are not': "aren't",
  'was not': "wasn't",
  'were not': "weren't",
  cannot: "can't",
  'can not': "can't",
  'could not': "couldn't",
  'would not': "wouldn't",
  'should not': "shouldn't",
  'will not': "won't",
  'has not': "hasn't",
  'have not': "haven't",
  'had not': "hadn't",
};
const NEGATIONS = new RegExp(`\\b(${Object.keys(NEGATED_VERBS).join('|')})\\b(?!['’])`, 'gi');
const BE = /\b(I am|you are|we are|they are|he is|she is|it is|that is|there is|here is)(?= [\p{L}\p{N}])/giu;
const WILL = /\b(I|you|we|they|he|she|it|that|there) will(?= (?!not\b)\p{Ll})/giu;
const HAVE =
  /\b(I|you|we|they) have(?= (?:been|had|done|seen|made|got|gone|become|never|always|already|just|\p{Ll}{3,}ed)\b)/giu;
const HAS =
  /\b(he|she|it|that|there) has(?= (?:been|had|done|seen|made|got|gone|become|never|always|already|just)\b)/giu;
const LET_US = /(?<=^|[.!?]\s)Let us(?= (?!know\b|in\b|out\b|go\b|help\b|hear\b|have\b)\p{Ll})/gu;

/** After these words a verb is stressed ("how big it is now", "what they are"), so it is not contracted. */
const STRESSING_WORD =
  /\b(?:how|what|where|who|which|than|as|whatever|whoever|wherever|why|when|is|are|not|if)\b[^.,;:!?]*$/i;

function contract(text: string, pattern: RegExp, toShort: (match: string) => string): { text: string; count: number } {
  let count = 0;
  const result = text.replace(pattern, (match: string, ...groups: unknown[]) => {
    const offset = groups.find((value) => typeof value === 'number') ?? 0;
    const isShouted = match.length > 3 && match === match.toUpperCase() && match !== match.toLowerCase();
    // Abbreviations and names ("IT is down", "WILL") are not pronouns.
    if (isShouted || /\b(?!I\b)[A-Z]{2,}\b/.test(match)) return match;
    if (
      pattern !== NEGATIONS &&
      pattern !== LET_US &&
      STRESSING_WORD.test(text.slice(Math.max(0, Number(offset) - 40), Number(offset)))
    )
      return match;
    count += 1;
    return toShort(match);
  });
  return { text: result, count };
}

/** Contracts English verbs that nobody would stress. */
export function contractVerbs(text: string): { text: string; count: number } {
  let count = 0;
  let result = text;
  const apply = (pattern: RegExp, toShort: (match: string) => string): void => {
    const contraction = contract(result, pattern, toShort);
    result = contraction.text;
    count += contraction.count;
  };
  apply(NEGATIONS, (match) => matchCase(match, NEGATED_VERBS[match.toLowerCase()] ?? match));
  apply(BE, (match) => match.replace(/ (?:a(?=m)|a(?=re)|i(?=s))(m|re|s)$/i, "'$1"));
  apply(WILL, (match) => match.replace(/ will$/i, "'ll"));
  apply(HAVE, (match) => match.replace(/ have$/i, "'ve"));
  apply(HAS, (match) => match.replace(/ has$/i, "'s"));
  apply(LET_US, () => "Let's");
  return { text: result, count };
}

const LONG_FORMS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(NEGATED_VERBS).map(([longForm, shortForm]) => [shortForm, longForm])),
  "can't": 'cannot',
  "i'm": 'I am',
  "you're": 'you are',
  "we're": 'we are',
  "they're": 'they are',
  "i've": 'I have',
  "you've": 'you have',
  "we've": 'we have',
  "they've": 'they have',
  "i'll": 'I will',
  "you'll": 'you will',
  "we'll": 'we will',
  "they'll": 'they will',
  "let's": 'let us',
};
const SHORT_FORMS = new RegExp(`\\b(${Object.keys(LONG_FORMS).join('|').replaceAll("'", "['’]")})\\b`, 'gi');

/** "It's" means "it is" unless the next word makes it "it has". */
const IS_CONTRACTION =
  /\b(it|that|there|here|what|who|where|he|she)['’]s(?= (?!(?:been|got|had|gone|become|made|seen|done|\p{L}+ed)\b)[\p{L}\p{N}])/giu;

/** Expands English contractions, for a voice that does not contract. */
export function expandContractions(text: string): { text: string; count: number } {
  let count = 0;
  const result = text.replace(SHORT_FORMS, (match) => {
    const longForm = LONG_FORMS[match.toLowerCase().replace('’', "'")];
    if (longForm === undefined) return match;
    count += 1;
    return longForm.startsWith('I ') ? longForm : matchCase(match, longForm);
  });
  const expandedText = result.replace(IS_CONTRACTION, (_, word: string) => {
    count += 1;
    return `${word} is`;
  });
  return { text: expandedText, count };
}

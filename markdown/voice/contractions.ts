import { inCaseOf } from './phrases.ts';

const NOT: Readonly<Record<string, string>> = {
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
const NEGATIONS = new RegExp(`\\b(${Object.keys(NOT).join('|')})\\b(?!['’])`, 'gi');
const BE = /\b(I am|you are|we are|they are|he is|she is|it is|that is|there is|here is)(?= [\p{L}\p{N}])/giu;
const WILL = /\b(I|you|we|they|he|she|it|that|there) will(?= (?!not\b)\p{Ll})/giu;
const HAVE =
  /\b(I|you|we|they) have(?= (?:been|had|done|seen|made|got|gone|become|never|always|already|just|\p{Ll}{3,}ed)\b)/giu;
const HAS =
  /\b(he|she|it|that|there) has(?= (?:been|had|done|seen|made|got|gone|become|never|always|already|just)\b)/giu;
const LET_US = /(?<=^|[.!?]\s)Let us(?= (?!know\b|in\b|out\b|go\b|help\b|hear\b|have\b)\p{Ll})/gu;

/** After these words a verb is stressed ("how big it is now", "what they are"), so it is not contracted. */
const WEIGHTY = /\b(?:how|what|where|who|which|than|as|whatever|whoever|wherever|why|when|is|are|not|if)\b[^.,;:!?]*$/i;

function contract(text: string, pattern: RegExp, make: (found: string) => string): { text: string; count: number } {
  let count = 0;
  const out = text.replace(pattern, (found: string, ...rest: unknown[]) => {
    const offset = rest.find((r) => typeof r === 'number') ?? 0;
    const isShouted = found.length > 3 && found === found.toUpperCase() && found !== found.toLowerCase();
    // Abbreviations and names ("IT is down", "WILL") are not pronouns.
    if (isShouted || /\b(?!I\b)[A-Z]{2,}\b/.test(found)) return found;
    if (
      pattern !== NEGATIONS &&
      pattern !== LET_US &&
      WEIGHTY.test(text.slice(Math.max(0, Number(offset) - 40), Number(offset)))
    )
      return found;
    count += 1;
    return make(found);
  });
  return { text: out, count };
}

/** Contracts English verbs that nobody would stress. */
export function contractions(text: string): { text: string; count: number } {
  let count = 0;
  let out = text;
  const run = (pattern: RegExp, make: (found: string) => string): void => {
    const done = contract(out, pattern, make);
    out = done.text;
    count += done.count;
  };
  run(NEGATIONS, (f) => inCaseOf(f, NOT[f.toLowerCase()] ?? f));
  run(BE, (f) => f.replace(/ (?:a(?=m)|a(?=re)|i(?=s))(m|re|s)$/i, "'$1"));
  run(WILL, (f) => f.replace(/ will$/i, "'ll"));
  run(HAVE, (f) => f.replace(/ have$/i, "'ve"));
  run(HAS, (f) => f.replace(/ has$/i, "'s"));
  run(LET_US, () => "Let's");
  return { text: out, count };
}

const LONG: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(NOT).map(([long, short]) => [short, long])),
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
const SHORT = new RegExp(`\\b(${Object.keys(LONG).join('|').replaceAll("'", "['’]")})\\b`, 'gi');

/** "It's" means "it is" unless the next word makes it "it has". */
const IS =
  /\b(it|that|there|here|what|who|where|he|she)['’]s(?= (?!(?:been|got|had|gone|become|made|seen|done|\p{L}+ed)\b)[\p{L}\p{N}])/giu;

/** Expands English contractions, for a voice that does not contract. */
export function longForms(text: string): { text: string; count: number } {
  let count = 0;
  const out = text.replace(SHORT, (found) => {
    const long = LONG[found.toLowerCase().replace('’', "'")];
    if (long === undefined) return found;
    count += 1;
    return long.startsWith('I ') ? long : inCaseOf(found, long);
  });
  const whole = out.replace(IS, (_, word: string) => {
    count += 1;
    return `${word} is`;
  });
  return { text: whole, count };
}

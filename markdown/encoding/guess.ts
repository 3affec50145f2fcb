/**
 * Guesses the encoding of a text that is not UTF-8 and does not declare itself: each candidate is scored by how much
 * its characters look like a language that is written in it.
 */
import { decodeBytes } from './decode-bytes.ts';

interface Script {
  readonly encodings: readonly string[];
  /** Matches a letter of the script; for Latin also ASCII letters. */
  readonly letter: RegExp;
  /** Lists the most frequent letters that are no ASCII letters, in lower case. */
  readonly frequent: string;
}

const LATIN = /[\p{Script=Latin}]/u;
const HAN = /[\p{Script=Han}]/u;
const HANGUL = /[\uac00-\ud7a3]/;
const KANA = /[\u3041-\u30ff]/;

// @wc-ignore
const SIMPLIFIED =
  '的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心学么之都好看起发当没成只如事把还用第样道想作种开美总从无情己面最女但现前些所同日手又行意动方期它头经长儿回位分爱老因很给名法间知世什两次使身者被高已其进此话常与活正感车夜火';
// @wc-ignore
const TRADITIONAL =
  '的一是了我不人在他有這個上們來到時大地為子中你說生國年著就那和要她出也得裡後自以會家可下而過天去能對小多然於心學麼之都好看起發當沒成只如事把還用第樣道想作種開美總從無情己面最女但現前些所同日手又行意動方期它頭經長兒回位分愛老因很給名法間知世什兩次使身者被高已其進此話常與活正感車夜火';
// @wc-ignore
const KANJI =
  '日一国年大人会本中出事者時行見生分言新東京都語車駅夜手今前後何気私自間話小上下月火水木金土高学校先名子女男来食方思目心長家世界朝夕毎列天地山川田空入口力電道番多少休白青赤読書聞店安全明友';
// @wc-ignore
const SYLLABLES =
  '이다는을가에하고의지한도기로사은를어나아리인대자서시들해수전그정보일있것만게부라오제원주여상과년소구장조동스미경안생문적말관성모유신국비진영계바음면세거선야요녕밤차왔니우';

/** Lists scripts by what people call them; earlier ones win where scores are equal. */
// @wc-ignore
const SCRIPTS: readonly Script[] = [
  { encodings: ['windows-1252', 'macintosh'], letter: LATIN, frequent: 'äöüßéèàçñóíáêúåøæ' },
  { encodings: ['windows-1250', 'iso-8859-2'], letter: LATIN, frequent: 'ąćęłńóśźżáčďéěíňřšťúůýžőöűü' },
  { encodings: ['windows-1254'], letter: LATIN, frequent: 'ğışçöüâîİ' },
  {
    encodings: ['windows-1251', 'koi8-r', 'ibm866'],
    letter: /\p{Script=Cyrillic}/u,
    frequent: 'оеаинтсрвлкмдпуяыьгзбчйіїє',
  },
  { encodings: ['windows-1253'], letter: /\p{Script=Greek}/u, frequent: 'αοιετσνηυρπκμλωςήίάόέ' },
  { encodings: ['windows-1255'], letter: /\p{Script=Hebrew}/u, frequent: 'יוהלארתבשמנםקדע' },
  { encodings: ['windows-1256'], letter: /\p{Script=Arabic}/u, frequent: 'اليمونرتبةعدسفهكقح' },
  { encodings: ['windows-874'], letter: /\p{Script=Thai}/u, frequent: 'านรอกเงมยลวดทสตะปบคห' },
  { encodings: ['shift_jis', 'euc-jp'], letter: /[\u3041-\u30ff]|\p{Script=Han}/u, frequent: KANJI },
  { encodings: ['gb18030'], letter: HAN, frequent: SIMPLIFIED },
  { encodings: ['big5'], letter: HAN, frequent: TRADITIONAL },
  { encodings: ['euc-kr'], letter: HANGUL, frequent: SYLLABLES },
  {
    encodings: ['utf-16le', 'utf-16be'],
    letter:
      /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\u3041-\u30ff\uac00-\ud7a3\p{Script=Han}]/u,
    frequent: SIMPLIFIED + TRADITIONAL + KANJI + SYLLABLES,
  },
];
const NAMES = [
  'Western European',
  'Central European',
  'Turkish',
  'Cyrillic',
  'Greek',
  'Hebrew',
  'Arabic',
  'Thai',
  'Japanese',
  'Simplified Chinese',
  'Traditional Chinese',
  'Korean',
  'Unicode (UTF-16)',
];

/** Encodings that are rare by now have to fit better. */
// @wc-ignore
const HANDICAPS: Readonly<Record<string, number>> = {
  macintosh: 0.1,
  ibm866: 0.1,
  'koi8-r': 0.05,
  'iso-8859-2': 0.02,
  'windows-1250': 0.01,
  'windows-1254': 0.02,
  'utf-16le': 0.2,
  'utf-16be': 0.25,
};

const isWide = (encoding: string): boolean => /^(?:shift|euc|gb|big|utf)/.test(encoding);

/** Scores one character between its neighbours, from -3 to 1. */
function scoreCharacter(char: string, before: string, after: string, script: Script, encoding: string): number {
  if (/[\ufffd\p{Cn}\p{Co}]/u.test(char)) return -3;
  if (/\p{Cc}/u.test(char)) return -2;
  if (/[\uff61-\uff9f]/.test(char)) return -1;
  const besideAscii = /[a-z]/i.test(before) || /[a-z]/i.test(after);
  if (isWide(encoding)) {
    if (besideAscii && !/[\u3000-\u303f\uff00-\uff60]/.test(char)) return -1;
    if (/[\u3000-\u3020\u2010-\u2026\uff01-\uff20]/.test(char)) return 0.7;
    if (KANA.test(char)) return script.letter.test(char) ? 1 : 0.1;
    if (!script.letter.test(char)) return -0.6;
    return script.frequent.includes(char) ? 1 : HAN.test(char) ? 0.3 : 0.35;
  }
  if (!/[\p{L}\p{M}]/u.test(char)) {
    if (/[¿¡]/.test(char) && /\s/.test(before) && /\p{L}/u.test(after)) return 0.9;
    if (/[“”„‘’‚«»–—…€]/.test(char)) return 0.4;
    return /\p{L}/u.test(before) || /\p{L}/u.test(after) ? -0.7 : 0;
  }
  if (!script.letter.test(char) && !/\p{M}/u.test(char)) return -0.7;
  if (script.letter !== LATIN && besideAscii) return -1;
  // A capital inside a word is a sign of the wrong encoding.
  const lower = char.toLowerCase();
  if (lower !== char && /\p{Ll}/u.test(before)) return -1;
  if (/\p{M}/u.test(char)) return /[\p{L}\p{M}]/u.test(before) ? 0.6 : -1;
  const rank = Math.max(script.frequent.indexOf(lower), script.frequent.indexOf(char));
  if (script.letter === LATIN) return rank >= 0 ? 0.8 : /[ôîâûùëïœãõ]/.test(lower) ? 0.6 : -0.2;
  return rank < 0 ? 0.1 : rank < 12 ? 1 : 0.6;
}

function tryDecode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return decodeBytes(bytes, encoding);
  } catch {
    return null; // the system lacks this encoding
  }
}

/** Limits the bytes to look at, which are enough to tell encodings apart. */
const SAMPLE_BYTES = 32 * 1024;

/** Returns the bytes from shortly before the first one that is not ASCII. */
function getSample(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const from = Math.max(0, first - 64) & ~1;
  return bytes.subarray(from, from + SAMPLE_BYTES);
}

function computeAverageScore(text: string, script: Script, encoding: string): number {
  const chars = [...text];
  let sum = 0;
  let count = 0;
  for (const [index, char] of chars.entries()) {
    if (char < '\u0080' && (char >= ' ' || /[\t\n\f\r]/.test(char))) continue;
    sum += scoreCharacter(char, chars[index - 1] ?? ' ', chars[index + 1] ?? ' ', script, encoding);
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

export interface Guess {
  readonly encoding: string;
  /** The names of its languages for people. */
  readonly name: string;
  readonly text: string;
  /** Likeness to text in a language; below 0 it is no text. */
  readonly score: number;
}

export function guessEncoding(bytes: Uint8Array): Guess {
  const sample = getSample(bytes);
  let best = { encoding: 'windows-1252', name: NAMES[0] ?? '', score: -Infinity };
  for (const [index, script] of SCRIPTS.entries()) {
    for (const encoding of script.encodings) {
      if (encoding.startsWith('utf') && bytes.length % 2 === 1) continue;
      const text = tryDecode(sample, encoding);
      if (text === null) continue;
      const adjustedScore = computeAverageScore(text, script, encoding) - (HANDICAPS[encoding] ?? 0);
      if (adjustedScore > best.score) best = { encoding, name: NAMES[index] ?? '', score: adjustedScore };
    }
  }
  return { ...best, text: tryDecode(bytes, best.encoding) ?? '' };
}

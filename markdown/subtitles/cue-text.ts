/** Reads the text of captions: tags, entities and the marks of speakers. */
import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { collapseSpaces } from '../collapse-spaces.ts';

/** Leaves out the tags. */
export interface CaptionLine {
  readonly text: string;
  /** The name of a new speaker, empty for an unnamed one; undefined while the same person continues. */
  readonly speaker?: string;
}

/** Matches commands of SubStation Alpha and MicroDVD, which some files keep. */
const COMMANDS = /\{(?:\\(?:r|fn[^{}\\]*|\d?[a-z]{1,5}(?:[-+\d.]+|&[^{}\\]*|\([^{}]*\))))+\}|\{[a-z]:[^{}]*\}/gi;
const TAG =
  /<(\/?)(c|i|b|u|s|v|lang|ruby|rt|rp|font|em|strong|span|br|p|div)((?:\.[^\s<>]*)?)(?:\s([^<>]*))?\/?>|<\d+(?::\d+)+(?:\.\d+)?>/gi;
/** Matches the character without width that keeps a bracket from opening a tag, and a backslash from ending a line. */
const GUARD_CHARACTERS = /\ufeff|(?<=[<{\\])\u200b/g;
/** Matches marks of direction around a line, which a paragraph does not need. */
const DIRECTION_MARKS = /^[\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+|[\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+$/g;
/** Encloses the name of a speaker in the text; the character means nothing in Unicode. */
const SPEAKER_MARK = '\ufdd2';

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,31}));/gi, (match, decimal, hex, name) => {
    if (name !== undefined) return decodeNamedCharacterReference(String(name)) || match;
    const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : match;
  });
}

/** Removes tags; the reading beside a character is put behind it in brackets, because it is not spoken again. */
function withoutTags(text: string): string {
  let isReading = false;
  const untaggedText = text.replace(TAG, (_all, slash?: string, tag?: string, _classes?: string, annotation = '') => {
    const name = tag?.toLowerCase();
    if (name === 'br' || name === 'p' || name === 'div') return '\n';
    if (name === 'v' && !slash) return `${SPEAKER_MARK}${String(annotation).trim()}${SPEAKER_MARK}`;
    const opensReading = name === 'rt' && !slash;
    if (!isReading && opensReading) {
      isReading = true;
      return '[';
    }
    if (isReading && (name === 'rt' || name === 'ruby')) {
      isReading = opensReading;
      return opensReading ? '][' : ']';
    }
    return '';
  });
  return isReading ? `${untaggedText}]` : untaggedText;
}

/** Matches a sign that another person speaks: a dash before words, or arrows as in live captions. */
const DASH = /^(?:[-–]\s*(?=[\p{L}"'“‘¡¿([♪…])|—\s+)/u;
const ARROWS = /(?:^|\s)>{2,3}(?=\s|$|[^>])/;
/** Matches a speaker's name before the words: `ANNA:`, `Speaker 2:`. */
const NAME = /^(?:\p{Lu}[\p{L}\p{M}\p{N}.'’-]*[ ]?){1,4}:(?=\s|$)/u;

function getLines(part: string, isFirst: boolean): CaptionLine[] {
  return part.split('\n').flatMap((line, index) => {
    const text = line.replace(/\s+/g, ' ').replace(DIRECTION_MARKS, '');
    const words = text.replace(DASH, '');
    if (words === '') return [];
    const startsSpeaker = words !== text || NAME.test(words) || (index === 0 && !isFirst);
    return [startsSpeaker ? { text: words, speaker: '' } : { text: words }];
  });
}

/** Returns the lines of a caption without tags; a line continues in the next one unless another person speaks. */
export function parseCaptionLines(lines: readonly string[]): CaptionLine[] {
  const text = decodeEntities(
    withoutTags(lines.join('\n').replace(COMMANDS, '').replaceAll('\\N', '\n').replaceAll('\\h', ' ')),
  )
    .replace(GUARD_CHARACTERS, '')
    .replaceAll('\u00a0', ' ');
  const [first = '', ...voiceParts] = text.split(SPEAKER_MARK);
  const parts = [first.split(ARROWS).flatMap((part, index) => getLines(part, index === 0))];
  // Speakers' names and their words alternate.
  for (let index = 0; index < voiceParts.length; index += 2) {
    const speaker = collapseSpaces(voiceParts[index] ?? '');
    const lines = getLines(voiceParts[index + 1] ?? '', true);
    parts.push(lines.map((line, index) => (index === 0 ? { ...line, speaker } : line)));
    if (lines.length === 0 && speaker !== '') parts.push([{ text: '', speaker }]);
  }
  return parts.flat();
}

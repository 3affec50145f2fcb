/** Words in capitals at the beginning of a line that say who speaks, or what is seen or heard meanwhile. */
const VISUAL =
  'VISUALS?|B-?ROLL|ON[ -]?SCREEN(?: TEXT)?|TEXT ON SCREEN|SUPER|TITLE CARD|LOWER THIRD|GRAPHICS?|ANIMATION|CAMERA|SHOT|' +
  'CUT TO|SFX|FX|SOUND|MUSIC|CUE';
/** Labels with no other meaning at the beginning of a line, so any case matches: `On-screen: 40 %`. */
const VISUAL_IN_ANY_CASE = 'ON-SCREEN(?: TEXT)?|ON SCREEN TEXT|TEXT ON SCREEN|B-?ROLL|TITLE CARD|LOWER THIRD';
const SPEAKER = 'HOST|NARRATOR|PRESENTER|SPEAKER|VOICE-?OVER|VO|V\\.O\\.';

/** Emphasis may come before a label, a number or a remark in brackets after it: `**B-ROLL 2 (drone):**`. */
const toLabelPattern = (names: string): string =>
  `^[ \\t]*[*_]{0,3}(?:${names})(?:[ \\t]*(?:\\d+|\\([^)\\n]*\\)))*[*_]{0,3}:`;

const matchAnyCase = (names: string): string =>
  names.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`);
const VISUAL_LABEL = `${VISUAL}|${matchAnyCase(VISUAL_IN_ANY_CASE)}`;

/** Matches lines that are not spoken. */
export const VISUAL_LINES = new RegExp(`${toLabelPattern(VISUAL_LABEL)}.*`, 'gm');
/** Matches remarks in round brackets within a line, with the space before them: `(On-screen: 40 %)`. */
export const VISUAL_REMARKS = new RegExp(`[ \\t]*\\((${VISUAL_LABEL})[ \\t]*:([^()\\n]*)\\)`, 'g');
/** Matches labels after which the line is spoken. */
export const SPEAKER_LABELS = new RegExp(toLabelPattern(SPEAKER), 'gm');

const ANY_LABEL = new RegExp(toLabelPattern(`${VISUAL_LABEL}|${SPEAKER}`));

export const hasLabel = (line: string): boolean => ANY_LABEL.test(line);

const VISUAL_LINE = new RegExp(toLabelPattern(VISUAL_LABEL));
/** Returns whether the end of a line decides which words are spoken, so that the lines must not be joined. */
export const mustKeepLineEnd = (before: string, after: string): boolean => VISUAL_LINE.test(before) || hasLabel(after);

const ON_SCREEN = `ON SCREEN|SUPER|${matchAnyCase('ON-SCREEN(?: TEXT)?|ON SCREEN TEXT|TEXT ON SCREEN|TITLE CARD|LOWER THIRD')}`;
const ON_SCREEN_LABEL = new RegExp(toLabelPattern(ON_SCREEN));
const ON_SCREEN_NAME = new RegExp(`^(?:${ON_SCREEN})$`);
const EMPHASIS = /^[ \t]*([*_]{1,3})/;

function onScreenLine(line: string): string[] {
  const [label] = ON_SCREEN_LABEL.exec(line) ?? [];
  if (label === undefined) return [];
  const [, marks = ''] = EMPHASIS.exec(label) ?? [];
  const text = line.slice(label.length);
  // The emphasis of the label may end with it, right after the colon, or with the line.
  if (marks === '' || label.endsWith(`${marks}:`)) return [text.trim()];
  return [(text.startsWith(marks) ? text.slice(marks.length) : marks + text.trimStart()).trim()];
}

const onScreenRemarks = (line: string): string[] =>
  [...line.matchAll(VISUAL_REMARKS)].flatMap(([, label = '', text = '']) =>
    ON_SCREEN_NAME.test(label) ? [text.trim()] : [],
  );

/** Returns the markdown that a paragraph asks to show on the screen, as in `On-screen: **40 %**`. */
export const onScreenTexts = (paragraph: string): string[] =>
  paragraph.includes(':')
    ? paragraph
        .split('\n')
        .flatMap((line) => (line.search(VISUAL_LINES) === 0 ? onScreenLine(line) : onScreenRemarks(line)))
    : [];

/** Match words in capitals at the beginning of a line that say who speaks, or what is seen or heard meanwhile. */
const VISUAL =
  'VISUALS?|B-?ROLL|ON[ -]?SCREEN(?: TEXT)?|TEXT ON SCREEN|SUPER|TITLE CARD|LOWER THIRD|GRAPHICS?|ANIMATION|CAMERA|SHOT|' +
  'CUT TO|SFX|FX|SOUND|MUSIC|CUE';
/** These say nothing else at the beginning of a line, so they count in any case: `On-screen: 40 %`. */
const VISUAL_IN_ANY_CASE = 'ON-SCREEN(?: TEXT)?|ON SCREEN TEXT|TEXT ON SCREEN|B-?ROLL|TITLE CARD|LOWER THIRD';
const SPEAKER = 'HOST|NARRATOR|PRESENTER|SPEAKER|VOICE-?OVER|VO|V\\.O\\.';

/** Emphasis may come before a label, a number or a remark in brackets after it: `**B-ROLL 2 (drone):**`. */
const label = (names: string): string => `^[ \\t]*[*_]{0,3}(?:${names})(?:[ \\t]*(?:\\d+|\\([^)\\n]*\\)))*[*_]{0,3}:`;

const inAnyCase = (names: string): string => names.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`);
const VISUAL_LABEL = `${VISUAL}|${inAnyCase(VISUAL_IN_ANY_CASE)}`;

/** Matches lines that are not spoken. */
export const VISUAL_LINES = new RegExp(`${label(VISUAL_LABEL)}.*`, 'gm');
/** Matches labels after which the line is spoken. */
export const SPEAKER_LABELS = new RegExp(label(SPEAKER), 'gm');

const ANY = new RegExp(label(`${VISUAL_LABEL}|${SPEAKER}`));

export const isLabelled = (line: string): boolean => ANY.test(line);

const VISUAL_LINE = new RegExp(label(VISUAL_LABEL));
/** Returns whether the end of a line decides what is spoken, so that the lines must not be joined. */
export const isLineApart = (before: string, after: string): boolean => VISUAL_LINE.test(before) || isLabelled(after);

const SHOWN = `ON SCREEN|SUPER|${inAnyCase('ON-SCREEN(?: TEXT)?|ON SCREEN TEXT|TEXT ON SCREEN|TITLE CARD|LOWER THIRD')}`;
const SHOWN_LABEL = new RegExp(label(SHOWN));
const EMPHASIS = /^[ \t]*([*_]{1,3})/;

/** Returns the markdown that lines of a paragraph ask to show on the screen, as in `On-screen: **40 %**`. */
export const shownTexts = (paragraph: string): string[] =>
  (paragraph.match(VISUAL_LINES) ?? []).flatMap((line) => {
    const [found] = SHOWN_LABEL.exec(line) ?? [];
    if (found === undefined) return [];
    const [, marks = ''] = EMPHASIS.exec(found) ?? [];
    const text = line.slice(found.length);
    // The emphasis of the label may end with it, right after the colon, or with the line.
    if (marks === '' || found.endsWith(`${marks}:`)) return [text.trim()];
    return [(text.startsWith(marks) ? text.slice(marks.length) : marks + text.trimStart()).trim()];
  });

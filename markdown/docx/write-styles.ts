import { AlignmentType, BorderStyle, LineRuleType, type IStylesOptions } from 'docx';

import { DOCX_STYLES, LEVEL_INDENT } from '../docx-styles.ts';

/** The space below a paragraph, in twentieths of a point. */
export const PARAGRAPH_SPACE = 160;

/** Returns the id of a style, which has no spaces. */
export const toStyleId = (name: string): string => name.replaceAll(' ', '');

const createOwnStyle = (name: string) => ({ id: toStyleId(name), name, basedOn: 'Normal' });

/** Chooses the font for Chinese, Japanese and Korean, whose characters look different in each. */
function findEastAsianFont(text: string): string | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'Yu Mincho';
  if (/\p{Script=Hangul}/u.test(text)) return 'Malgun Gothic';
  return /\p{Script=Han}/u.test(text) ? 'SimSun' : undefined;
}

const EAST_ASIAN = { 'Yu Mincho': 'ja-JP', 'Malgun Gothic': 'ko-KR', SimSun: 'zh-CN' } as const;

function findRightToLeftLanguage(text: string): string | undefined {
  if (/\p{Script=Hebrew}/u.test(text)) return 'he-IL';
  if (/[پچژگ]/u.test(text)) return 'fa-IR';
  return /\p{Script=Arabic}/u.test(text) ? 'ar-SA' : undefined;
}

/** Returns the styles of a document, with fonts and languages for the scripts that its text has. */
export function createStyles(text: string): IStylesOptions {
  const eastAsia = findEastAsianFont(text);
  const languages = {
    eastAsia: Object.entries(EAST_ASIAN).find(([font]) => font === eastAsia)?.[1],
    bidirectional: findRightToLeftLanguage(text),
  };
  const language = Object.fromEntries(Object.entries(languages).filter(([, value]) => value !== undefined));
  const font = { ascii: 'Georgia', hAnsi: 'Georgia', cs: 'Times New Roman', ...(eastAsia && { eastAsia }) };
  const monospace = { ascii: 'Courier New', hAnsi: 'Courier New', cs: 'Courier New', ...(eastAsia && { eastAsia }) };
  return {
    default: {
      document: {
        run: { font, size: 24, language },
        paragraph: { spacing: { after: PARAGRAPH_SPACE, line: 320, lineRule: LineRuleType.AUTO } },
      },
    },
    paragraphStyles: [
      { ...createOwnStyle(DOCX_STYLES.title), basedOn: 'Title', next: 'Normal' },
      {
        ...createOwnStyle(DOCX_STYLES.cue),
        next: 'Normal',
        run: { italics: true, color: '555555' },
        paragraph: {
          indent: { left: LEVEL_INDENT },
          border: { left: { style: BorderStyle.SINGLE, size: 12, space: 8, color: '999999' } },
        },
      },
      { ...createOwnStyle(DOCX_STYLES.rule), paragraph: { alignment: AlignmentType.CENTER } },
      {
        ...createOwnStyle(DOCX_STYLES.quote),
        run: { italics: true },
        paragraph: { indent: { left: LEVEL_INDENT, right: LEVEL_INDENT } },
      },
      {
        ...createOwnStyle(DOCX_STYLES.callout),
        next: toStyleId(DOCX_STYLES.quote),
        run: { bold: true },
        paragraph: { indent: { left: LEVEL_INDENT, right: LEVEL_INDENT }, keepNext: true },
      },
      { ...createOwnStyle(DOCX_STYLES.code), run: { font: monospace, size: 20 }, paragraph: { spacing: { after: 0 } } },
    ],
    characterStyles: [
      { id: toStyleId(DOCX_STYLES.inlineCode), name: DOCX_STYLES.inlineCode, run: { font: monospace } },
    ],
  };
}

/**
 * Recognizes the wish of a comment on a video by its English words. In all texts here, quotations are emptied to “”.
 */
// @wc-ignore-file

const QUOTE = /["“„«]([^"“”„«»]+)["”“»]|(?<![\p{L}\p{N}])['‘]([^'‘’]+)['’](?![\p{L}\p{N}])/gu;

/** Separates the quoted texts, in order, from the rest. */
export function splitQuotes(comment: string): { readonly text: string; readonly quotes: readonly string[] } {
  const quotes = [...comment.matchAll(QUOTE)].map(([, double, doubleQuoted]) => (double ?? doubleQuoted ?? '').trim());
  return { text: comment.trim().replaceAll(QUOTE, '“”'), quotes };
}

const REQUEST = /^(?:please\s+)?(?:can|could|would|will|shall|should)\s+(?:we|you|i|it|this|someone)\b/iu;
/** Matches praise, doubt, questions, and wishes to leave something. */
const NO_WISH =
  /\b(?:don['’]?t|do not|didn['’]?t|never|keep|leave|loves?|likes?|great|nice|good|perfect|fine|works|why|what|who|where|when|how|not sure|maybe|wonder|is|are|was|were|did|does|do)\b(?!.*\b(?:please|instead|should)\b)/iu;

/** Returns whether a comment asks for one change; two at once get no suggestion. */
export function isWish(text: string): boolean {
  if (/\b(?:or|but)\b/iu.test(text)) return false;
  return REQUEST.test(text) || !(NO_WISH.test(text) || text.endsWith('?'));
}

const ONE_MOMENT =
  /\b(?:here|this|that|there|until|till|from|during|under|underneath|behind|while|when|after|before|first|last|intro|outro|opening|ending|scene|part|section|moment|seconds?|minute|chapter|quote|block|slide|beginning|start|end|for)\b/iu;
const WHOLE_VIDEO = /\b(?:whole|entire|full) video\b|\b(?:everywhere|throughout|altogether|completely)\b/iu;

/** Returns whether a wish is limited to a moment. */
const isLocal = (text: string): boolean => ONE_MOMENT.test(text) && !WHOLE_VIDEO.test(text);

const matches = (pattern: string, text: string): boolean => new RegExp(`\\b${pattern}`, 'iu').test(text);

const REMOVE_VERBS =
  '(?:remove|delete|drop|lose|kill|cut|scrap|get rid of|take (?:out|off|away)|hide|ditch|turn off|switch off|disable|mute|without|no)';
const DETERMINERS = String.raw`\s+(?:(?:the|this|that|these|those|all|any|more|of|background|burned-in|whole|entire|big|little|red|yellow|white|second|first|other)\s+){0,3}`;
/** Keeps "remove the music stand" from removing the music. */
const CLAUSE_END =
  '(?=\\s*(?:$|[.,;:!?)…–—-]|(?:please|here|altogether|completely|entirely|throughout|everywhere|now|too|as well|and|because|since|it|they|for the (?:whole|entire)|in the (?:whole|entire))\\b))';

/** Returns whether a comment wants something removed: "remove the music", "music off", "the music has to go". */
const wantsRemoved = (noun: string, text: string): boolean =>
  matches(`${REMOVE_VERBS}${DETERMINERS}(?:${noun})\\b${CLAUSE_END}`, text) ||
  matches(`(?:${noun})\\s+off\\b${CLAUSE_END}`, text) ||
  matches(
    `(?:${noun})\\s+(?:should|must|can|needs? to|has to|have to)\\s+(?:go|be (?:removed|deleted|off|turned off))\\b`,
    text,
  );

const CAPTIONS = '(?:captions?|subtitles?)';

/** Returns the wish for all captions. */
export function readCaptionsWish(text: string): 'off' | 'on' | 'bar' | null {
  if (!matches(`${CAPTIONS}\\b`, text) || isLocal(text)) return null;
  if (wantsRemoved(CAPTIONS, text)) return 'off';
  const barPattern = '(?:on a|a|with a|behind a)\\s+(?:dark\\s+|black\\s+|solid\\s+)?(?:bar|box|band|background)';
  if (matches(`${CAPTIONS}\\b.*\\b${barPattern}\\b`, text)) return 'bar';
  const wantsOn =
    matches(`(?:add|turn on|switch on|enable|show|needs?|want)${DETERMINERS}${CAPTIONS}\\b`, text) ||
    matches(`(?:turn|switch)\\s+(?:the\\s+)?${CAPTIONS}\\s+on\\b`, text);
  return wantsOn ? 'on' : null;
}

export const wantsNoMusic = (text: string): boolean =>
  !isLocal(text) && wantsRemoved('music|soundtrack|background track', text);

const REPLACE =
  /\b(?:should (?:say|read|be)|change|replace|rename|make it|must (?:say|read|be)|instead of|typo|misspelled|reword|says?|reads?|becomes?)\b|→|->/iu;
const OFF_SCREEN =
  /\b(?:captions?|subtitles?|voice|narrat\w+|pronounc\w+|speaker|spoken|script|chapter|link|description)\b/iu;

/** Returns whether a comment wants other words on the screen. */
export const wantsOtherWords = (text: string): boolean => REPLACE.test(text) && !OFF_SCREEN.test(text);

/** Returns whether the new words are quoted before the old ones: "“new” instead of “old”". */
export const isNewFirst = (text: string): boolean => /”\s*,?\s*(?:instead of|not|rather than)\s*“/iu.test(text);

const ADD = /\b(?:add|put|insert|place|overlay|needs?|show)\b.*\b(?:callout|label|overlay|text|note|sign)\b/iu;

export const wantsNewOverlay = (text: string): boolean => ADD.test(text) && !OFF_SCREEN.test(text);

const OVERLAY =
  'overlays?|callouts?|labels?|arrows?|badges?|lower thirds?|highlights?|circles?|stickers?|pop-?ups?|banners?';

/** Returns the word for the overlay that a comment wants removed, in the singular. */
export function readOverlayToRemove(text: string): string | null {
  if (!wantsRemoved(OVERLAY, text)) return null;
  return new RegExp(`\\b(?:${OVERLAY})\\b`, 'iu').exec(text)?.[0].toLowerCase().replace(/s$/, '') ?? null;
}

const PICTURE = '(?:picture|image|photo|visual|illustration|drawing)';
const NEW_PICTURE = new RegExp(
  `\\b(?:(?:replace|change|swap|regenerate|redo|redraw)\\s+(?:out\\s+)?(?:the|this|that)\\s+${PICTURE}|(?:another|new|different|better)\\s+${PICTURE}|(?:show|use)\\s+(?:us\\s+)?an?\\s+${PICTURE}\\s+of)\\b`,
  'iu',
);
const SHOWN_SUBJECT = new RegExp(`\\b${PICTURE}\\b.*?\\b(?:of|with|showing|to|by)\\s+(.+?)[.!?]*$`, 'iu');

/** Returns the subject of a wanted picture, '' if the comment names none; null if it wants no picture. */
export function readPictureSubject(text: string): string | null {
  if (!NEW_PICTURE.test(text)) return null;
  return SHOWN_SUBJECT.exec(text)?.[1]?.replace(/\s+(?:instead|please|here)$/iu, '') ?? '';
}

const PRESENTER =
  /\b(?:show|use|switch to|cut to|back to|have|put|get)\s+(?:(?:the|our|your)\s+)?(?:presenter|host|speaker|talking head|me|him|her)\b(?:\s+(?:on camera|talking|to camera|here|instead|for this|please))*[.!]*$/iu;

export const wantsPresenter = (text: string): boolean => PRESENTER.test(text);

/** Describes the target of a right click as Chromium does for Electron. */
import type { RightClick } from './messages.ts';

const EDITABLE = 'input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, [contenteditable]';

let clickedWord: Range | undefined;

function findWordAt(x: number, y: number): Range | undefined {
  const range = document.caretRangeFromPoint(x, y);
  if (range?.startContainer.nodeType !== Node.TEXT_NODE) return undefined;
  const text = range.startContainer.textContent ?? '';
  const before = /[\p{L}\p{M}'’]*$/u.exec(text.slice(0, range.startOffset))?.[0].length ?? 0;
  const after = /^[\p{L}\p{M}'’]*/u.exec(text.slice(range.startOffset))?.[0].length ?? 0;
  range.setEnd(range.startContainer, range.startOffset + after);
  range.setStart(range.startContainer, range.startOffset - before);
  return range;
}

/** Selects the word of the last right click. */
export function selectWord(): void {
  const selection = getSelection();
  if (!clickedWord || !selection) return;
  selection.removeAllRanges();
  selection.addRange(clickedWord);
}

function getSelectedText(element: Element): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    return element.value.slice(element.selectionStart ?? 0, element.selectionEnd ?? 0);
  }
  return String(getSelection() ?? '');
}

const getMediaType = (media: Element | null): RightClick['mediaType'] => {
  if (media instanceof HTMLImageElement || media instanceof HTMLCanvasElement) return 'image';
  if (media instanceof HTMLVideoElement) return 'video';
  return media instanceof HTMLAudioElement ? 'audio' : 'none';
};

export function readRightClick(event: MouseEvent): RightClick {
  const element = event.target instanceof Element ? event.target : document.body;
  const link = element.closest('a[href]');
  const media = element.closest('img, video, audio, canvas');
  const isEditable = element.closest(EDITABLE) !== null;
  const selectionText = getSelectedText(element);
  clickedWord = isEditable ? findWordAt(event.clientX, event.clientY) : undefined;
  return {
    x: Math.round(event.clientX),
    y: Math.round(event.clientY),
    linkURL: link instanceof HTMLAnchorElement ? link.href : '',
    linkText: link?.textContent ?? '',
    srcURL: media instanceof HTMLImageElement || media instanceof HTMLMediaElement ? media.currentSrc : '',
    mediaType: getMediaType(media),
    hasImageContents: media instanceof HTMLCanvasElement || (media instanceof HTMLImageElement && media.complete),
    selectionText,
    isEditable,
    canCopy: selectionText !== '',
    canUndo: isEditable && document.queryCommandEnabled('undo'),
    canRedo: isEditable && document.queryCommandEnabled('redo'),
    word: String(clickedWord ?? ''),
  };
}

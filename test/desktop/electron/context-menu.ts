/** Describes a right click to the product, with the words that a test declared misspelled. */
import type { RightClick } from './page/messages.ts';
import { mainSession } from './session.ts';

const suggestionsByWord = new Map<string, readonly string[]>();

type Params = Pick<
  Electron.ContextMenuParams,
  | 'x'
  | 'y'
  | 'linkURL'
  | 'linkText'
  | 'srcURL'
  | 'mediaType'
  | 'hasImageContents'
  | 'selectionText'
  | 'isEditable'
  | 'misspelledWord'
  | 'dictionarySuggestions'
  | 'editFlags'
  | 'pageURL'
  | 'frameURL'
  | 'menuSourceType'
>;

export function createContextMenuParams(click: RightClick, pageURL: string): Params {
  const { word, canCopy, canUndo, canRedo, ...details } = click;
  const isSpellChecked = mainSession.isSpellCheckerEnabled() && !mainSession.knows(word);
  const suggestions = isSpellChecked ? suggestionsByWord.get(word) : undefined;
  return {
    ...details,
    pageURL,
    frameURL: '',
    menuSourceType: 'mouse',
    misspelledWord: suggestions ? word : '',
    dictionarySuggestions: [...(suggestions ?? [])],
    editFlags: {
      canUndo,
      canRedo,
      canCut: canCopy && click.isEditable,
      canCopy,
      canPaste: click.isEditable,
      canDelete: canCopy && click.isEditable,
      canSelectAll: true,
      canEditRichly: click.isEditable,
    },
  };
}

export const spellingControls = {
  /** Declares a word misspelled, because headless Chromium has no dictionaries. */
  misspell: (word: string, suggestions: string[]): void => void suggestionsByWord.set(word, suggestions),
};

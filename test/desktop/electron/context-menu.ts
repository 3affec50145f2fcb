/** Tells the product what lies under a right click, with the spelling that a test says is wrong. */
import type { RightClick } from './page/messages.ts';
import { mainSession } from './session.ts';

const misspelled = new Map<string, readonly string[]>();

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

export function contextMenuParams(at: RightClick, pageURL: string): Params {
  const { word, canCopy, canUndo, canRedo, ...details } = at;
  const checked = mainSession.isSpellCheckerEnabled() && !mainSession.knows(word);
  const suggestions = checked ? misspelled.get(word) : undefined;
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
      canCut: canCopy && at.isEditable,
      canCopy,
      canPaste: at.isEditable,
      canDelete: canCopy && at.isEditable,
      canSelectAll: true,
      canEditRichly: at.isEditable,
    },
  };
}

export const spellingControls = {
  /** Makes the spell checker know a wrong word: headless Chromium has no dictionaries. */
  misspell: (word: string, suggestions: string[]): void => void misspelled.set(word, suggestions),
};

import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { DEEP_LINK_SCHEME, parseDeepLink } from './deep-links.ts';
import type { ElectronApi, WebContentsApi } from './electron-api.ts';
import type { Say } from './labels.ts';
import { isAppUrl } from './protocol.ts';

/** Describes what was clicked, as Chromium does. */
export type ContextTarget = Pick<
  ContextMenuParams,
  | 'x'
  | 'y'
  | 'linkURL'
  | 'mediaType'
  | 'hasImageContents'
  | 'isEditable'
  | 'selectionText'
  | 'misspelledWord'
  | 'dictionarySuggestions'
  | 'editFlags'
  | 'menuSourceType'
>;

interface ContextMenuOptions {
  readonly electron: Pick<ElectronApi, 'app' | 'menu' | 'clipboard' | 'session'>;
  readonly mac: boolean;
  readonly say: Say;
  /** Opens the settings that turn the spell checker on; macOS has its own. */
  readonly openSpelling: () => void;
}

type Items = MenuItemConstructorOptions[];

const MAX_SUGGESTIONS = 5;
/** A longer selection is cut in the label. */
const MAX_WORD_LENGTH = 30;

/** Returns the address of a link as others can use it: a link to a screen of the app becomes a deep link. */
function copiedAddress(address: string): string | undefined {
  if (/^(https?|mailto):/.test(address)) return address;
  if (!isAppUrl(address)) return undefined;
  const link = `${DEEP_LINK_SCHEME}:/${new URL(address).hash.slice(1)}`;
  return parseDeepLink(link) === undefined ? undefined : link;
}

function spellingItems(target: ContextTarget, contents: WebContentsApi, { electron, say }: ContextMenuOptions): Items {
  const { misspelledWord: word, dictionarySuggestions: suggestions } = target;
  if (word === '') return [];
  const found: Items = suggestions.slice(0, MAX_SUGGESTIONS).map((suggestion) => ({
    label: suggestion,
    click: () => contents.replaceMisspelling(suggestion),
  }));
  return [
    ...(found.length > 0 ? found : [{ label: say('No suggestions'), enabled: false }]),
    { type: 'separator' },
    {
      label: say('Add to Dictionary'),
      click: () => void electron.session.defaultSession.addWordToSpellCheckerDictionary(word),
    },
  ];
}

function fieldItems({ editFlags }: ContextTarget, say: Say): Items {
  return [
    { role: 'undo', label: say('Undo'), enabled: editFlags.canUndo },
    { role: 'redo', label: say('Redo'), enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', label: say('Cut'), enabled: editFlags.canCut },
    { role: 'copy', label: say('Copy'), enabled: editFlags.canCopy },
    { role: 'paste', label: say('Paste'), enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: say('Select All'), enabled: editFlags.canSelectAll },
  ];
}

function textItems({ isEditable, selectionText, editFlags }: ContextTarget, say: Say): Items {
  if (isEditable || selectionText.trim() === '') return [];
  return [
    { role: 'copy', label: say('Copy'), enabled: editFlags.canCopy },
    { role: 'selectAll', label: say('Select All'), enabled: editFlags.canSelectAll },
  ];
}

function lookUpItem(target: ContextTarget, contents: WebContentsApi, { mac, say }: ContextMenuOptions): Items {
  const word = target.selectionText.replace(/\s+/g, ' ').trim();
  if (!mac || word === '') return [];
  const shown = word.length > MAX_WORD_LENGTH ? `${word.slice(0, MAX_WORD_LENGTH).trimEnd()}…` : word;
  const label = say('Look Up “{0}”').replace('{0}', () => shown);
  return [{ label, click: () => contents.showDefinitionForSelection() }];
}

function mediaItems(target: ContextTarget, contents: WebContentsApi, { electron, say }: ContextMenuOptions): Items {
  const address = copiedAddress(target.linkURL);
  const link = { label: say('Copy Link'), click: () => electron.clipboard.writeText(address ?? '') };
  const picture = { label: say('Copy Picture'), click: () => contents.copyImageAt(target.x, target.y) };
  return [
    ...(address === undefined ? [] : [link]),
    ...(target.mediaType === 'image' && target.hasImageContents ? [picture] : []),
  ];
}

/** Lists what can be done with the target; empty if there is nothing. */
function contextMenuTemplate(target: ContextTarget, contents: WebContentsApi, options: ContextMenuOptions): Items {
  const { mac, say, openSpelling } = options;
  const groups: Items[] = [
    spellingItems(target, contents, options),
    lookUpItem(target, contents, options),
    mediaItems(target, contents, options),
    target.isEditable ? fieldItems(target, say) : textItems(target, say),
    target.isEditable && !mac ? [{ label: say('Spelling…'), click: openSpelling }] : [],
  ];
  return groups
    .filter((items) => items.length > 0)
    .flatMap((items, index): Items => (index === 0 ? items : [{ type: 'separator' }, ...items]));
}

/**
 * Opens the system's context menu in every window. Menus that the page draws itself stay: the page prevents the
 * default, and Electron then sends no event.
 */
export function showContextMenus(options: ContextMenuOptions): void {
  const { app, menu } = options.electron;
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_event, target) => {
      const template = contextMenuTemplate(target, contents, options);
      // Without a place, the menu would open at the pointer, which a key did not move.
      const place = target.menuSourceType === 'keyboard' ? { x: target.x, y: target.y } : {};
      if (template.length > 0) menu.popup(template, { contents: contents.id, ...place });
    });
  });
}

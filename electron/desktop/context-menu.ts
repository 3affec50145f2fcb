import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';

import { collapseSpaces } from '#markdown/collapse-spaces.ts';

import { DEEP_LINK_SCHEME, parseDeepLink } from './deep-links.ts';
import type { ElectronApi, WebContentsApi } from './electron-api.ts';
import type { Translate } from './labels.ts';
import { isAppUrl } from './protocol.ts';

/** Chromium's description of the place that was clicked. */
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
  readonly translate: Translate;
  /** Opens the settings that turn the spell checker on; macOS has its own. */
  readonly openSpelling: () => void;
}

type Items = MenuItemConstructorOptions[];

const MAX_SUGGESTIONS = 5;
/** A longer selection is truncated in the label. */
const MAX_WORD_LENGTH = 30;

/** Returns the address of a link as others can use it: a link to a screen of the app becomes a deep link. */
function toSharedAddress(address: string): string | undefined {
  if (/^(https?|mailto):/.test(address)) return address;
  if (!isAppUrl(address)) return undefined;
  const link = `${DEEP_LINK_SCHEME}:/${new URL(address).hash.slice(1)}`;
  return parseDeepLink(link) === undefined ? undefined : link;
}

function listSpellingItems(
  target: ContextTarget,
  contents: WebContentsApi,
  { electron, translate }: ContextMenuOptions,
): Items {
  const { misspelledWord: word, dictionarySuggestions: suggestions } = target;
  if (word === '') return [];
  const suggestionItems: Items = suggestions.slice(0, MAX_SUGGESTIONS).map((suggestion) => ({
    label: suggestion,
    click: () => contents.replaceMisspelling(suggestion),
  }));
  return [
    ...(suggestionItems.length > 0 ? suggestionItems : [{ label: translate('No suggestions'), enabled: false }]),
    { type: 'separator' },
    {
      label: translate('Add to Dictionary'),
      click: () => void electron.session.defaultSession.addWordToSpellCheckerDictionary(word),
    },
  ];
}

function listFieldItems({ editFlags }: ContextTarget, translate: Translate): Items {
  return [
    { role: 'undo', label: translate('Undo'), enabled: editFlags.canUndo },
    { role: 'redo', label: translate('Redo'), enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', label: translate('Cut'), enabled: editFlags.canCut },
    { role: 'copy', label: translate('Copy'), enabled: editFlags.canCopy },
    { role: 'paste', label: translate('Paste'), enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: translate('Select All'), enabled: editFlags.canSelectAll },
  ];
}

function listTextItems({ isEditable, selectionText, editFlags }: ContextTarget, translate: Translate): Items {
  if (isEditable || selectionText.trim() === '') return [];
  return [
    { role: 'copy', label: translate('Copy'), enabled: editFlags.canCopy },
    { role: 'selectAll', label: translate('Select All'), enabled: editFlags.canSelectAll },
  ];
}

function listLookUpItems(
  target: ContextTarget,
  contents: WebContentsApi,
  { mac, translate }: ContextMenuOptions,
): Items {
  const word = collapseSpaces(target.selectionText);
  if (!mac || word === '') return [];
  const shortWord = word.length > MAX_WORD_LENGTH ? `${word.slice(0, MAX_WORD_LENGTH).trimEnd()}…` : word;
  const label = translate('Look Up “{0}”').replace('{0}', () => shortWord);
  return [{ label, click: () => contents.showDefinitionForSelection() }];
}

function listMediaItems(
  target: ContextTarget,
  contents: WebContentsApi,
  { electron, translate }: ContextMenuOptions,
): Items {
  const address = toSharedAddress(target.linkURL);
  const link = { label: translate('Copy Link'), click: () => electron.clipboard.writeText(address ?? '') };
  const picture = { label: translate('Copy Picture'), click: () => contents.copyImageAt(target.x, target.y) };
  return [
    ...(address === undefined ? [] : [link]),
    ...(target.mediaType === 'image' && target.hasImageContents ? [picture] : []),
  ];
}

/** Lists the actions for the target; empty if there are none. */
function buildContextMenu(target: ContextTarget, contents: WebContentsApi, options: ContextMenuOptions): Items {
  const { mac, translate, openSpelling } = options;
  const groups: Items[] = [
    listSpellingItems(target, contents, options),
    listLookUpItems(target, contents, options),
    listMediaItems(target, contents, options),
    target.isEditable ? listFieldItems(target, translate) : listTextItems(target, translate),
    target.isEditable && !mac ? [{ label: translate('Spelling…'), click: openSpelling }] : [],
  ];
  return groups
    .filter((items) => items.length > 0)
    .flatMap((items, index): Items => (index === 0 ? items : [{ type: 'separator' }, ...items]));
}

/**
 * Opens the system's context menu in every window. Menus that the page draws itself still work: the page prevents the
 * default, and Electron then sends no event.
 */
export function showContextMenus(options: ContextMenuOptions): void {
  const { app, menu } = options.electron;
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_event, target) => {
      const template = buildContextMenu(target, contents, options);
      // Without a position, the menu would open at the pointer, which a key did not move.
      const position = target.menuSourceType === 'keyboard' ? { x: target.x, y: target.y } : {};
      if (template.length > 0) menu.popup(template, { contents: contents.id, ...position });
    });
  });
}

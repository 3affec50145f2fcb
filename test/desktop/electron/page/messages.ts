/** Messages between the preload's world and the stand-in, as JSON. */
export interface PressedKey {
  readonly key: string;
  readonly code: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly meta: boolean;
}

/** The part of Electron's ContextMenuParams that a page knows. */
export interface RightClick {
  readonly x: number;
  readonly y: number;
  readonly linkURL: string;
  readonly linkText: string;
  readonly srcURL: string;
  readonly mediaType: 'none' | 'image' | 'audio' | 'video';
  readonly hasImageContents: boolean;
  readonly selectionText: string;
  readonly isEditable: boolean;
  readonly canCopy: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The word under the pointer in an editable text. */
  readonly word: string;
}

/** The document's address, sent by the preload's world, which the page cannot reach. */
interface From {
  readonly url: string;
  readonly origin: string;
}

export type ToStandIn = From &
  (
    | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: unknown[] }
    | { readonly kind: 'send'; readonly channel: string; readonly args: unknown[] }
    | { readonly kind: 'key'; readonly pressed: PressedKey }
    | { readonly kind: 'right-click'; readonly click: RightClick }
  );

export type ToPreload =
  | { readonly kind: 'message'; readonly channel: string; readonly args: unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  /** Selects the word of the last right click, to be replaced. */
  | { readonly kind: 'select-word' };

/** Names of functions in the preload's world. */
export const SEND = '__electronSend';
export const EXPOSED_NAME = '__electronExposed';
export const RECEIVE = '__electronReceive';

import type { IconType } from './types.ts';

export interface MenuAction {
  readonly kind?: 'action' | undefined;
  readonly label: string;
  readonly icon?: IconType | undefined;
  readonly shortcut?: string | undefined;
  /** Appears in accent in place of a shortcut: "7 credits". */
  readonly cost?: string | undefined;
  /** Put it last in the menu, after a rule. */
  readonly danger?: boolean | undefined;
  /** If set, the item is a choice that is on or off. */
  readonly checked?: boolean | undefined;
  /** Disables the item; the reason is shown under the label. */
  readonly disabled?: string | undefined;
  readonly run: () => void;
}

export type MenuItem = MenuAction | { readonly kind: 'rule' } | { readonly kind: 'heading'; readonly label: string };

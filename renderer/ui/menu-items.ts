import type { IconType } from './types.ts';

/** One thing a menu does. */
export interface MenuAction {
  readonly kind?: 'action' | undefined;
  readonly label: string;
  readonly icon?: IconType | undefined;
  readonly shortcut?: string | undefined;
  /** At the right in place of a shortcut: "7 credits" in accent. */
  readonly cost?: string | undefined;
  /** Last in the menu, behind a rule. */
  readonly danger?: boolean | undefined;
  /** Given: a choice that is on or off. */
  readonly checked?: boolean | undefined;
  /** Off, and why; the reason is shown under the label. */
  readonly disabled?: string | undefined;
  readonly run: () => void;
}

export type MenuItem = MenuAction | { readonly kind: 'rule' } | { readonly kind: 'heading'; readonly label: string };

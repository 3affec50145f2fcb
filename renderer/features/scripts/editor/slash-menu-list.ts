import { formatKeys } from '#renderer/ui/shortcuts.ts';
import type { InsertEntry } from './insert-entries.ts';

interface ListIds {
  readonly list: string;
  readonly option: (index: number) => string;
}

interface ListActions {
  readonly choose: (index: number) => void;
  readonly run: (index: number) => void;
}

function createKeys(combo: string): HTMLElement {
  const keys = document.createElement('span');
  keys.className = 'cm-insertKeys';
  for (const key of formatKeys(combo)) {
    const keyElement = document.createElement('kbd');
    keyElement.textContent = key;
    keys.append(keyElement);
  }
  return keys;
}

function createOption({ label, combo }: InsertEntry): HTMLElement {
  const option = document.createElement('div');
  option.className = 'cm-insertEntry';
  option.setAttribute('role', 'option');
  option.textContent = label;
  if (combo !== undefined) option.append(createKeys(combo));
  return option;
}

/** Makes the list of the `/` menu; the focus stays in the text. */
export function createMenuList(ids: ListIds, { choose, run }: ListActions) {
  const element = document.createElement('div');
  element.className = 'cm-insertMenu';
  element.id = ids.list;
  element.setAttribute('role', 'listbox');
  element.setAttribute('aria-label', 'Insert');
  let shownEntries: readonly InsertEntry[] = [];
  // The list may appear under a resting pointer, so only a moving pointer chooses.
  element.addEventListener('pointermove', ({ target }) => {
    const index = [...element.children].findIndex((option) => option.contains(target as Node));
    if (index >= 0 && element.children[index]?.ariaSelected !== 'true') choose(index);
  });
  element.addEventListener('mousedown', (event) => {
    event.preventDefault();
    const index = [...element.children].findIndex((option) => option.contains(event.target as Node));
    if (index >= 0) run(index);
  });
  return {
    element,
    show(entries: readonly InsertEntry[], chosenIndex: number): void {
      if (entries !== shownEntries) element.replaceChildren(...entries.map(createOption));
      shownEntries = entries;
      for (const [index, option] of [...element.children].entries()) {
        option.id = ids.option(index);
        option.ariaSelected = String(index === chosenIndex);
      }
      element.children[chosenIndex]?.scrollIntoView?.({ block: 'nearest' });
    },
  };
}

import type { Extension } from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const buttonTheme = EditorView.theme({
  '.cm-selection-button': {
    position: 'absolute',
    zIndex: '2',
    display: 'grid',
    placeItems: 'center',
    width: '28px',
    height: '28px',
    padding: '0',
    border: 'var(--b-hair)',
    borderRadius: 'var(--round-2)',
    background: 'var(--raised)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-2)',
  },
  '.cm-selection-button:hover': { background: 'var(--hover)' },
  '.cm-selection-button[hidden]': { display: 'none' },
});

/** The outlines of Lucide’s icons (ISC). */
// @wc-ignore
const SELECTION_ICONS = {
  comment: 'M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2z M12 7v6 M9 10h6',
  rewrite:
    'M13 21h8 M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z M15 5l4 4',
} as const;

function createIcon(outline: string): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  const path = document.createElementNS(namespace, 'path');
  const attributes = { viewBox: '0 0 24 24', width: '16', height: '16', fill: 'none', stroke: 'currentColor' };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  path.setAttribute('d', outline);
  path.setAttribute('stroke-width', '2');
  svg.append(path);
  return svg;
}

interface SelectionButton {
  readonly icon: keyof typeof SELECTION_ICONS;
  /** The accessible name. */
  readonly label: string;
  readonly title: string;
  /** The number of buttons above this one. */
  readonly position: number;
  readonly onClick: () => void;
}

const BUTTON_STEP = 32;

/** Shows a button at the right edge of the text, beside the selected words. */
export function selectionButton({ icon, label, title, position, onClick }: SelectionButton): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      readonly #button = document.createElement('button');

      constructor(view: EditorView) {
        const button = this.#button;
        button.type = 'button';
        button.className = 'cm-selection-button';
        button.append(createIcon(SELECTION_ICONS[icon]));
        button.ariaLabel = label;
        button.title = title;
        button.hidden = true;
        // The selection must stay.
        button.addEventListener('mousedown', (event) => event.preventDefault());
        button.addEventListener('click', onClick);
        view.scrollDOM.append(button);
        this.#updatePosition(view);
      }

      update(update: ViewUpdate): void {
        if (update.selectionSet || update.docChanged || update.geometryChanged) this.#updatePosition(update.view);
      }

      destroy(): void {
        this.#button.remove();
      }

      #updatePosition(view: EditorView): void {
        const { main } = view.state.selection;
        if (main.empty) {
          this.#button.hidden = true;
          return;
        }
        view.requestMeasure({
          key: this,
          read: () => {
            const caret = view.coordsAtPos(main.head);
            const frame = view.scrollDOM.getBoundingClientRect();
            const text = view.contentDOM.getBoundingClientRect();
            return (
              caret && {
                top: caret.top - frame.top + view.scrollDOM.scrollTop,
                right: Math.max(4, frame.right - text.right + 3),
              }
            );
          },
          write: (place) => {
            this.#button.hidden = place === null;
            if (!place) return;
            this.#button.style.top = `${place.top - 2 + position * BUTTON_STEP}px`;
            this.#button.style.right = `${place.right}px`;
          },
        });
      }
    },
  );
  return [plugin, buttonTheme];
}

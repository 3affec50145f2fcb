/**
 * Shows a text while it is written. Only the last line changes with a chunk, and lines out of sight are kept in blocks
 * that are not laid out, so a long text costs no more than a short one.
 */
export class LiveTextView {
  readonly #element: HTMLElement;
  #block: HTMLElement | null = null;
  #last: Text | null = null;
  /** Follows the end until the person scrolls up. */
  #following = true;

  constructor(element: HTMLElement) {
    this.#element = element;
    element.addEventListener('scroll', this.#onScroll, { passive: true });
  }

  /** @param from 0 begins anew */
  write(from: number, text: string): void {
    if (from === 0) this.#clear();
    const [first = '', ...lines] = text.split('\n');
    if (this.#last === null) this.#addLine(first);
    else if (first !== '') this.#extend(this.#last, first);
    for (const line of lines) this.#addLine(line);
    if (this.#following) this.#element.scrollTop = BEYOND;
  }

  end(): void {
    this.#element.removeEventListener('scroll', this.#onScroll);
  }

  #clear(): void {
    this.#element.replaceChildren();
    this.#block = null;
    this.#last = null;
    this.#following = true;
  }

  #extend(node: Text, text: string): void {
    node.appendData(text);
    this.#mark(node);
  }

  #addLine(text: string): void {
    const line = document.createElement('p');
    const node = document.createTextNode(text);
    line.append(node);
    line.dir = 'auto';
    this.#mark(node);
    this.#roomyBlock().append(line);
    this.#last = node;
  }

  #roomyBlock(): HTMLElement {
    if (this.#block !== null && this.#block.childElementCount < LINES_A_BLOCK) return this.#block;
    this.#block = document.createElement('div');
    this.#element.append(this.#block);
    return this.#block;
  }

  #mark(node: Text): void {
    node.parentElement?.classList.toggle('heading', /^#{1,6} /.test(node.data));
  }

  readonly #onScroll = (): void => {
    const { scrollTop, scrollHeight, clientHeight } = this.#element;
    this.#following = scrollHeight - scrollTop - clientHeight < FOLLOW_WITHIN;
  };
}

const LINES_A_BLOCK = 24;
/** Scrolls to the end without asking for the height, which would lay the text out at once. */
const BEYOND = 1e9;
/** Follows the end of the text while the view is within these pixels of it. */
const FOLLOW_WITHIN = 40;

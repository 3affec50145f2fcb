/**
 * Shows a text while it is written. Only the last line changes with a chunk, and lines out of sight are kept in blocks
 * that are not laid out, so a long text costs no more than a short one.
 */
export class LiveTextView {
  readonly #element: HTMLElement;
  #currentBlock: HTMLElement | null = null;
  #lastLine: Text | null = null;
  /** Follows the end until the person scrolls up. */
  #isFollowing = true;

  constructor(element: HTMLElement) {
    this.#element = element;
    element.addEventListener('scroll', this.#onScroll, { passive: true });
  }

  /** @param from 0 starts the text over */
  write(from: number, text: string): void {
    if (from === 0) this.#clear();
    const [first = '', ...lines] = text.split('\n');
    if (this.#lastLine === null) this.#addLine(first);
    else if (first !== '') this.#extend(this.#lastLine, first);
    for (const line of lines) this.#addLine(line);
    if (this.#isFollowing) this.#element.scrollTop = PAST_END;
  }

  end(): void {
    this.#element.removeEventListener('scroll', this.#onScroll);
  }

  #clear(): void {
    this.#element.replaceChildren();
    this.#currentBlock = null;
    this.#lastLine = null;
    this.#isFollowing = true;
  }

  #extend(node: Text, text: string): void {
    node.appendData(text);
    this.#markHeading(node);
  }

  #addLine(text: string): void {
    const line = document.createElement('p');
    const node = document.createTextNode(text);
    line.append(node);
    line.dir = 'auto';
    this.#markHeading(node);
    this.#getBlockWithRoom().append(line);
    this.#lastLine = node;
  }

  #getBlockWithRoom(): HTMLElement {
    if (this.#currentBlock !== null && this.#currentBlock.childElementCount < LINES_PER_BLOCK)
      return this.#currentBlock;
    this.#currentBlock = document.createElement('div');
    this.#element.append(this.#currentBlock);
    return this.#currentBlock;
  }

  #markHeading(node: Text): void {
    node.parentElement?.classList.toggle('heading', /^#{1,6} /.test(node.data));
  }

  readonly #onScroll = (): void => {
    const { scrollTop, scrollHeight, clientHeight } = this.#element;
    this.#isFollowing = scrollHeight - scrollTop - clientHeight < FOLLOW_DISTANCE;
  };
}

const LINES_PER_BLOCK = 24;
/** Scrolls to the end without asking for the height, which would lay the text out at once. */
const PAST_END = 1e9;
/** Follows the end of the text while the view is within these pixels of it. */
const FOLLOW_DISTANCE = 40;

import type { MarkdownIt, StateInline } from 'markdown-it';

/** Matches `[[page]]`, `[[page#heading]]`, `[[page|alias]]` and, with `!`, a page or picture shown in place. */
const WIKI_LINK = /(!?)\[\[([^[\]|\n]+)(?:\|([^[\]\n]*))?\]\](?![([])/y;
const PICTURE = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp)$/i;

function wikiLink(state: StateInline, silent: boolean): boolean {
  const first = state.src.charCodeAt(state.pos);
  if (first !== 0x5b && first !== 0x21) return false;
  WIKI_LINK.lastIndex = state.pos;
  const [match, embedMark, target = '', alias = ''] = WIKI_LINK.exec(state.src) ?? [];
  if (match === undefined || target.trim() === '' || state.pos + match.length > state.posMax) return false;
  if (!silent) {
    const [page = '', ...headings] = target.split('#').map((part) => part.trim());
    const name = [page, ...headings].filter((part) => part !== '').join(' > ');
    if (embedMark && PICTURE.test(page)) {
      const picture = state.push('image', 'img', 0);
      picture.attrs = [
        ['src', state.md.normalizeLink(page)],
        ['alt', ''],
      ];
      const description = new state.Token('text', '', 0);
      // An alias of digits is the picture's size.
      description.content = /^[\dx\s]*$/.test(alias) ? page : alias.trim();
      picture.children = [description];
    } else {
      const token = state.push('wiki_link', 'span', 0);
      token.content = alias.trim() || name;
      token.info = alias.trim() || page || name;
    }
  }
  state.pos += match.length;
  return true;
}

/** Reads links between pages; `content` is the visible text, `info` the spoken one. They have no address. */
export function wikiLinks(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'wiki_link', wikiLink);
  md.renderer.rules['wiki_link'] = (tokens, index) =>
    `<span class="wiki-link">${md.utils.escapeHtml(tokens[index]?.content ?? '')}</span>`;
}

import type { MarkdownIt, StateInline } from 'markdown-it';

/** Matches `[[page]]`, `[[page#heading]]`, `[[page|alias]]` and, with `!`, a page or picture shown in place. */
const WIKI_LINK = /(!?)\[\[([^[\]|\n]+)(?:\|([^[\]\n]*))?\]\](?![([])/y;
const PICTURE = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp)$/i;

function wikiLink(state: StateInline, silent: boolean): boolean {
  const first = state.src.charCodeAt(state.pos);
  if (first !== 0x5b && first !== 0x21) return false;
  WIKI_LINK.lastIndex = state.pos;
  const [all, isShown, target = '', alias = ''] = WIKI_LINK.exec(state.src) ?? [];
  if (all === undefined || target.trim() === '' || state.pos + all.length > state.posMax) return false;
  if (!silent) {
    const [page = '', ...headings] = target.split('#').map((part) => part.trim());
    const name = [page, ...headings].filter((part) => part !== '').join(' > ');
    if (isShown && PICTURE.test(page)) {
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
  state.pos += all.length;
  return true;
}

/** Reads links between pages; `content` is what is shown, `info` what is spoken. They have no address of their own. */
export function wikiLinks(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'wiki_link', wikiLink);
  md.renderer.rules['wiki_link'] = (tokens, index) =>
    `<span class="wiki-link">${md.utils.escapeHtml(tokens[index]?.content ?? '')}</span>`;
}

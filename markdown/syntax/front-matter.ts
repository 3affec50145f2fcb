import type { MarkdownIt, StateBlock } from 'markdown-it';
import { getDetails, type Details } from './details.ts';
import { hasLabel } from './labels.ts';

const OPENING = /^(---|\+\+\+)[ \t]*$/;

interface Format {
  readonly closing: RegExp;
  /** Matches the line after the opening one. */
  readonly first: RegExp;
  /** Matches the other lines. */
  readonly more: RegExp;
}

const YAML_KEY = `(?:"[^"]+"|'[^']+'|[\\p{L}_$][^:#\\n"']*?)[ \\t]*:(?:[ \\t]|$)`;
const FORMATS: Readonly<Record<string, Format>> = {
  '---': {
    closing: /^(?:---|\.\.\.)[ \t]*$/,
    first: new RegExp(`^${YAML_KEY}`, 'u'),
    more: new RegExp(`^(?:${YAML_KEY}|[ \\t]|#|$|- |-$|[\\]}],?[ \\t]*$)`, 'u'),
  },
  // Only front matter begins with this marker, so a text of several lines may contain anything.
  '+++': { closing: /^\+\+\+[ \t]*$/, first: /^(?:$|#|\[|[^=]+=)/, more: /^/ },
};

/** Describes the lines at the top of a script. */
interface FrontMatterLines {
  /** Counts lines of the front matter with its markers; 0 if there is none. */
  readonly lines: number;
  /** Counts the lines that decide it: a change of another line changes nothing. */
  readonly decisive: number;
}

/**
 * Finds front matter: details in YAML between lines of `---`, or in TOML between lines of `+++`, as the first lines of
 * a script. The first line must be followed by a detail at once, with only comments before it, and nothing but details
 * may stand between, so a rule at the top of a script and another one below it are none.
 */
export function findFrontMatter(lineAt: (line: number) => string | undefined): FrontMatterLines {
  const format = FORMATS[OPENING.exec(lineAt(0) ?? '')?.[1] ?? ''];
  if (!format) return { lines: 0, decisive: 1 };
  let line = 1;
  // A comment may stand above the first detail; it looks like a heading.
  while (format === FORMATS['---'] && lineAt(line)?.startsWith('#')) line += 1;
  const first = lineAt(line);
  if (first === undefined || !format.first.test(first) || hasLabel(first)) return { lines: 0, decisive: line + 1 };
  for (line += 1; ; line += 1) {
    const text = lineAt(line);
    if (text !== undefined && format.closing.test(text)) return { lines: line + 1, decisive: line + 1 };
    if (text === undefined || !format.more.test(text) || hasLabel(text)) return { lines: 0, decisive: line + 1 };
  }
}

function frontMatterBlock(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  if (silent || startLine > 0 || state.level > 0 || state.env['fragment'] === true) return false;
  const { lines } = findFrontMatter((line) =>
    line < state.lineMax ? state.src.slice(state.bMarks[line], state.eMarks[line]) : undefined,
  );
  if (lines === 0) return false;
  state.line = lines;
  const token = state.push('front_matter', 'dl', 0);
  token.content = state.src.slice(state.bMarks[1], state.eMarks[lines - 2]);
  token.markup = state.src.slice(0, 3);
  token.map = [0, lines];
  return true;
}

/** Returns the details in the front matter of a script; empty without one. */
export function readDetails(script: string): Details {
  const lines = script.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  const { lines: count } = findFrontMatter((line) => lines[line]);
  return getDetails({
    content: lines.slice(1, Math.max(1, count - 1)).join('\n'),
    markup: lines[0]?.slice(0, 3) ?? '',
  });
}

/** Reads front matter as the details of a script; `env.fragment` says that a text does not begin at the script's top. */
export function frontMatter(md: MarkdownIt): void {
  const { escapeHtml } = md.utils;
  md.block.ruler.before('table', 'front_matter', frontMatterBlock);
  md.renderer.rules['front_matter'] = (tokens, index) => {
    const token = tokens[index];
    const items = [...(token ? getDetails(token) : [])].map(([name, value]) => {
      const values = typeof value === 'string' ? [value] : value;
      return `<dt>${escapeHtml(name)}</dt>\n<dd>${escapeHtml(values.join(', '))}</dd>\n`;
    });
    return items.length === 0 ? '' : `<dl class="details">\n${items.join('')}</dl>\n`;
  };
}

import type { Token } from 'markdown-it';

export type Details = ReadonlyMap<string, string | readonly string[]>;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** Returns a value without its quotation marks, or without the comment after it. */
function scalar(text: string): string {
  const value = text.trim();
  const double = /^"((?:[^"\\]|\\[^])*)"/.exec(value)?.[1];
  if (double !== undefined) {
    return double.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|([^]))/gi, (_, four?: string, two?: string, char = '') => {
      const code = four ?? two;
      return code === undefined ? (ESCAPES[String(char)] ?? String(char)) : String.fromCharCode(parseInt(code, 16));
    });
  }
  const single = /^'((?:[^']|'')*)'/.exec(value)?.[1];
  if (single !== undefined) return single.replaceAll("''", "'");
  return value.replace(/(?:^|\s)#.*$/gm, '').trim();
}

/** Splits `[a, "b, c"]` at the commas outside of quotation marks. */
function flowItems(text: string): string[] {
  const inner = text.replace(/^\[/, '').replace(/\]\s*(?:#.*)?$/, '');
  const items = inner.match(/(?:"(?:[^"\\]|\\[^])*"|'(?:[^']|'')*'|\[[^\]]*\]|\{[^}]*\}|[^,])+/g) ?? [];
  return items.map(scalar).filter((item) => item !== '');
}

const isFolded = (value: string): boolean => value.startsWith('>');

/** Returns the lines of a block of text below its key, folded as its indicator says. */
function blockText(indicator: string, lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const text = lines.map((line) => line.slice(Math.min(...indents))).join('\n');
  return (isFolded(indicator) ? text.replace(/(\S)\n(?=\S)/g, '$1 ') : text).trim();
}

function yamlValue(first: string, lines: readonly string[]): string | string[] {
  if (/^[|>][-+\d]*\s*(?:#.*)?$/.test(first)) return blockText(first, lines);
  const all = [first, ...lines.map((line) => line.trim())].join('\n').trim();
  if (all.startsWith('[')) return flowItems(all);
  if (first === '' && /^\s*-(?:\s|$)/.test(lines.find((line) => line.trim() !== '') ?? '')) {
    return all
      .split(/^-(?:[ \t]+|$)/m)
      .map((item) => scalar(item).replace(/\s+/g, ' '))
      .filter((item) => item !== '');
  }
  // Details inside a detail are kept as they are written.
  const separator = first === '' ? ', ' : ' ';
  return scalar(all)
    .split(/\s*\n\s*/)
    .filter((line) => line !== '')
    .join(separator);
}

const YAML_KEY = /^(?:"([^"]+)"|'([^']+)'|([^\s#-][^:\n]*?|-[^\s:][^:\n]*?))[ \t]*:(?:[ \t]+(.*))?$/;
const TOML_KEY = /^([^=#[\]\s][^=\n]*?)[ \t]*=[ \t]*(.*)$/;

function yaml(lines: readonly string[]): Details {
  const details = new Map<string, string | string[]>();
  for (let at = 0; at < lines.length;) {
    const [, double, single, plain, first = ''] = YAML_KEY.exec(lines[at] ?? '') ?? [];
    const name = double ?? single ?? plain;
    let next = at + 1;
    while (next < lines.length && !YAML_KEY.test(lines[next] ?? '')) next += 1;
    const more = lines.slice(at + 1, next).filter((line) => !line.startsWith('#'));
    if (name !== undefined) details.set(name, yamlValue(first.trim(), more));
    at = next;
  }
  return details;
}

function toml(lines: readonly string[]): Details {
  const details = new Map<string, string | string[]>();
  let table = '';
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const section = /^\[+([^\]]+)\]+/.exec(line)?.[1];
    if (section !== undefined) table = `${section.trim()}.`;
    const [, name, first = ''] = TOML_KEY.exec(line) ?? [];
    if (name === undefined) continue;
    let next = at + 1;
    while (next < lines.length && !TOML_KEY.test(lines[next] ?? '') && !(lines[next] ?? '').startsWith('[')) next += 1;
    const all = [first, ...lines.slice(at + 1, next).filter((other) => !other.startsWith('#'))].join('\n').trim();
    const long = /^("""|''')\n?([^]*?)\1/.exec(all)?.[2];
    details.set(table + scalar(name), long ?? (all.startsWith('[') ? flowItems(all) : scalar(all)));
    at = next - 1;
  }
  return details;
}

/** Returns the details in a token of front matter (its lines and the marker around them), in order. */
export function detailsOf({ content, markup }: Pick<Token, 'content' | 'markup'>): Details {
  const lines = content.split('\n').map((line) => line.trimEnd());
  return markup === '+++' ? toml(lines) : yaml(lines);
}

import type { Token } from 'markdown-it';

export type Details = ReadonlyMap<string, string | readonly string[]>;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** Returns a value without its quotation marks, or without the comment after it. */
function parseScalar(text: string): string {
  const value = text.trim();
  const doubleQuoted = /^"((?:[^"\\]|\\[^])*)"/.exec(value)?.[1];
  if (doubleQuoted !== undefined) {
    return doubleQuoted.replace(
      /\\(?:u([\da-f]{4})|x([\da-f]{2})|([^]))/gi,
      (_, fourDigits?: string, twoDigits?: string, char = '') => {
        const code = fourDigits ?? twoDigits;
        return code === undefined ? (ESCAPES[String(char)] ?? String(char)) : String.fromCharCode(parseInt(code, 16));
      },
    );
  }
  const singleQuoted = /^'((?:[^']|'')*)'/.exec(value)?.[1];
  if (singleQuoted !== undefined) return singleQuoted.replaceAll("''", "'");
  return value.replace(/(?:^|\s)#.*$/gm, '').trim();
}

/** Splits `[a, "b, c"]` at the commas outside of quotation marks. */
function parseFlowItems(text: string): string[] {
  const inner = text.replace(/^\[/, '').replace(/\]\s*(?:#.*)?$/, '');
  const items = inner.match(/(?:"(?:[^"\\]|\\[^])*"|'(?:[^']|'')*'|\[[^\]]*\]|\{[^}]*\}|[^,])+/g) ?? [];
  return items.map(parseScalar).filter((item) => item !== '');
}

const isFolded = (value: string): boolean => value.startsWith('>');

/** Returns the lines of a block of text below its key, folded as its indicator says. */
function joinBlockText(indicator: string, lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const text = lines.map((line) => line.slice(Math.min(...indents))).join('\n');
  return (isFolded(indicator) ? text.replace(/(\S)\n(?=\S)/g, '$1 ') : text).trim();
}

function parseYamlValue(first: string, lines: readonly string[]): string | string[] {
  if (/^[|>][-+\d]*\s*(?:#.*)?$/.test(first)) return joinBlockText(first, lines);
  const fullText = [first, ...lines.map((line) => line.trim())].join('\n').trim();
  if (fullText.startsWith('[')) return parseFlowItems(fullText);
  if (first === '' && /^\s*-(?:\s|$)/.test(lines.find((line) => line.trim() !== '') ?? '')) {
    return fullText
      .split(/^-(?:[ \t]+|$)/m)
      .map((item) => parseScalar(item).replace(/\s+/g, ' '))
      .filter((item) => item !== '');
  }
  // Details inside a detail are kept as they are written.
  const separator = first === '' ? ', ' : ' ';
  return parseScalar(fullText)
    .split(/\s*\n\s*/)
    .filter((line) => line !== '')
    .join(separator);
}

const YAML_KEY = /^(?:"([^"]+)"|'([^']+)'|([^\s#-][^:\n]*?|-[^\s:][^:\n]*?))[ \t]*:(?:[ \t]+(.*))?$/;
const TOML_KEY = /^([^=#[\]\s][^=\n]*?)[ \t]*=[ \t]*(.*)$/;

function parseYaml(lines: readonly string[]): Details {
  const details = new Map<string, string | string[]>();
  for (let index = 0; index < lines.length;) {
    const [, doubleQuoted, singleQuoted, unquoted, first = ''] = YAML_KEY.exec(lines[index] ?? '') ?? [];
    const name = doubleQuoted ?? singleQuoted ?? unquoted;
    let next = index + 1;
    while (next < lines.length && !YAML_KEY.test(lines[next] ?? '')) next += 1;
    const continuationLines = lines.slice(index + 1, next).filter((line) => !line.startsWith('#'));
    if (name !== undefined) details.set(name, parseYamlValue(first.trim(), continuationLines));
    index = next;
  }
  return details;
}

function parseToml(lines: readonly string[]): Details {
  const details = new Map<string, string | string[]>();
  let table = '';
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const section = /^\[+([^\]]+)\]+/.exec(line)?.[1];
    if (section !== undefined) table = `${section.trim()}.`;
    const [, name, first = ''] = TOML_KEY.exec(line) ?? [];
    if (name === undefined) continue;
    let next = index + 1;
    while (next < lines.length && !TOML_KEY.test(lines[next] ?? '') && !(lines[next] ?? '').startsWith('[')) next += 1;
    const fullText = [first, ...lines.slice(index + 1, next).filter((other) => !other.startsWith('#'))]
      .join('\n')
      .trim();
    const multiline = /^("""|''')\n?([^]*?)\1/.exec(fullText)?.[2];
    details.set(
      table + parseScalar(name),
      multiline ?? (fullText.startsWith('[') ? parseFlowItems(fullText) : parseScalar(fullText)),
    );
    index = next - 1;
  }
  return details;
}

/** Returns the details in a token of front matter (its lines and the marker around them), in order. */
export function getDetails({ content, markup }: Pick<Token, 'content' | 'markup'>): Details {
  const lines = content.split('\n').map((line) => line.trimEnd());
  return markup === '+++' ? parseToml(lines) : parseYaml(lines);
}

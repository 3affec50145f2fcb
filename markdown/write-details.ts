import type { Details } from './syntax/details.ts';
import { collapseSpaces } from './collapse-spaces.ts';

const PLAIN_VALUE = /^[\p{L}\p{N}](?:[^\p{Cc}:#"'\\]*[^\p{Cc}:#"'\\\s])?$/u;

/** Quotes a value that YAML would not read as these words. */
const quoteValue = (value: string): string => {
  const text = collapseSpaces(value);
  return PLAIN_VALUE.test(text) ? text : `"${text.replace(/\p{Cc}/gu, '').replace(/["\\]/g, '\\$&')}"`;
};

const quoteKey = (key: string): string => {
  const words = key.replace(/["\p{Cc}]/gu, '').trim();
  return PLAIN_VALUE.test(words) ? words : `"${words}"`;
};

/** Writes details of a script as front matter, with an empty line after it; nothing if there are none. */
export function toFrontMatter(details: Details): string {
  const lines = [...details].map(([key, value]) =>
    typeof value === 'string'
      ? `${quoteKey(key)}: ${quoteValue(value)}`
      : [`${quoteKey(key)}:`, ...value.map((item) => `  - ${quoteValue(item)}`)].join('\n'),
  );
  return lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n\n`;
}

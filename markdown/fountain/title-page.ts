/** Reads and writes the title page of Fountain: keys with values of one or more lines. */
import type { Details } from '../syntax/details.ts';
import { escapeMarks } from './dialogue.ts';
import { parseInlineRuns, plainWords } from './inline.ts';
import { capitalize } from '../capitalize.ts';
import { collapseSpaces } from '../collapse-spaces.ts';

export interface TitlePage {
  /** Null if there is none. */
  readonly title: string | null;
  /** Everything but the title; the usual keys are in lower case. */
  readonly details: Details;
  /** Follows the title page. */
  readonly body: string;
}

/** Only these keys tell a title page from a first line like `FADE IN:`; others may follow. */
const KNOWN_KEYS =
  /^(?:title|credit|authors?|source|notes|draft date|date|contact(?: info)?|copyright|revision|font|format|watermark|tl|tc|tr|cc|bl|br|header|footer)$/i;

const toPlainWords = (line: string): string => plainWords(parseInlineRuns(line.trim(), [])).trim();

const normalizeKey = (key: string): string => (KNOWN_KEYS.test(key) ? key.toLowerCase() : key);

interface Entry {
  readonly key: string;
  readonly values: string[];
}

function readEntry(line: string): Entry | null {
  const colon = line.indexOf(':');
  if (colon <= 0 || /^\s/.test(line)) return null;
  const value = toPlainWords(line.slice(colon + 1));
  return { key: normalizeKey(line.slice(0, colon).trim()), values: value === '' ? [] : [value] };
}

/** Reads the entries from a line on, and the line after them. */
function readEntries(lines: readonly string[], from: number): { entries: Entry[]; next: number } {
  const entries: Entry[] = [];
  let next = from;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    const entry = readEntry(line);
    if (entry) entries.push(entry);
    else if (/^[ \t]+\S/.test(line) && entries.length > 0) entries.at(-1)?.values.push(toPlainWords(line));
    else break;
  }
  return { entries, next };
}

const hasKnownKey = ({ key }: Entry): boolean => KNOWN_KEYS.test(key);

/** Reads all entries; some programs leave empty lines between them. */
function readAllEntries(lines: readonly string[]): { entries: Entry[]; next: number } {
  const entries: Entry[] = [];
  let next = 0;
  for (let from = 0; ;) {
    while (from < lines.length && lines[from]?.trim() === '') from += 1;
    const page = readEntries(lines, from);
    const [first] = page.entries;
    const isPage = first && (entries.length === 0 ? page.entries.some(hasKnownKey) : hasKnownKey(first));
    if (!isPage) return { entries, next };
    for (const entry of page.entries) entries.push(entry);
    next = from = page.next;
    if (lines[next]?.trim() !== '') return { entries, next };
  }
}

export function readTitlePage(text: string): TitlePage {
  const lines = text.split('\n');
  const { entries, next } = readAllEntries(lines);
  if (entries.length === 0) return { title: null, details: new Map(), body: text };
  const byKey = new Map<string, string[]>();
  for (const { key, values } of entries) {
    const existingValue = byKey.get(key);
    if (!existingValue) byKey.set(key, values);
    else for (const value of values) existingValue.push(value);
  }
  const title = collapseSpaces((byKey.get('title') ?? []).join(' '));
  byKey.delete('title');
  const details = [...byKey].map(([key, values]) => [key, values.length > 1 ? values : (values[0] ?? '')] as const);
  return { title: title || null, details: new Map(details), body: lines.slice(next).join('\n') };
}

function writeEntry(key: string, value: string | readonly string[]): string {
  const name = collapseSpaces(key.replaceAll(':', ' '));
  const label = KNOWN_KEYS.test(name) ? capitalize(name) : name;
  const values = [value]
    .flat()
    .map(collapseSpaces)
    .filter((line) => line !== '')
    .map(escapeMarks);
  return values.length > 1
    ? [`${label}:`, ...values.map((line) => `    ${line}`)].join('\n')
    : `${label}: ${values[0] ?? ''}`.trim();
}

/** Writes a title page; the title of the details gives way to the one given. Nothing if there is neither. */
export function writeTitlePage(title: string, details: Details): string {
  const ownDetails = [...details].filter(([key]) => !/^title$/i.test(key));
  const words = title.trim() || [details.get('title') ?? ''].flat().join(' ');
  if (words.trim() === '' && ownDetails.length === 0) return '';
  return [writeEntry('Title', words), ...ownDetails.map(([key, value]) => writeEntry(key, value))].join('\n');
}

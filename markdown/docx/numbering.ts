import type { NumberingUse } from './styles.ts';
import { getChild, elements, getValue, type XmlElement } from '../xml.ts';

/** Word's lists have nine levels. */
const LAST_LEVEL = 8;

interface Level {
  readonly start: number;
  /** The number format of Word; null for a bullet. */
  readonly format: string | null;
  /** Writes the marker with `%1` for the number of the first level. */
  readonly text: string;
  /** The level (counted from 1) whose next number starts this one again; 0 for never. */
  readonly restart: number | null;
  readonly style: string | undefined;
  readonly indent: number;
}

interface Numbering {
  readonly abstract: string;
  readonly levels: ReadonlyMap<number, Level>;
  /** Numbers to start with the first time the list is used, by level. */
  readonly overrides: Map<number, number>;
}

export interface Marker {
  readonly level: number;
  /** Null for a bullet. */
  readonly number: number | null;
  readonly label: string;
  /** True if the marker has words of its own or none at all, so that the paragraph is no item of a list. */
  readonly isText: boolean;
  readonly isLettered: boolean;
  /** Measures the text from the margin, in twentieths of a point. */
  readonly indent: number;
  /** The list's id, which keeps two adjacent lists apart. */
  readonly list: string;
}

const ROMAN: readonly [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function toRoman(number: number): string {
  let remaining = number;
  return ROMAN.map(([value, sign]) => {
    const times = Math.floor(remaining / value);
    remaining -= times * value;
    return sign.repeat(times);
  }).join('');
}

/** Word repeats the letter after z: aa, bb. */
const toLetter = (number: number): string =>
  String.fromCodePoint(97 + ((number - 1) % 26)).repeat(Math.floor((number - 1) / 26) + 1);

function formatNumber(number: number, format: string): string {
  if (number < 1 || number > 3999) return String(number);
  if (format === 'lowerLetter') return toLetter(number);
  if (format === 'upperLetter') return toLetter(number).toUpperCase();
  if (format === 'lowerRoman') return toRoman(number);
  if (format === 'upperRoman') return toRoman(number).toUpperCase();
  return format === 'decimalZero' ? String(number).padStart(2, '0') : String(number);
}

const LETTERED_FORMAT = /^(?:lower|upper)(?:Letter|Roman)$/;

const parseInteger = (value: string | undefined): number | null => {
  const number = Number.parseInt(value ?? '', 10);
  return Number.isNaN(number) ? null : number;
};

function getLevel(element: XmlElement): Level {
  const format = getValue(element, 'w:numFmt') ?? 'decimal';
  const indent = getChild(getChild(element, 'w:pPr'), 'w:ind')?.attributes;
  return {
    start: parseInteger(getValue(element, 'w:start')) ?? 1,
    format: format === 'bullet' ? null : format,
    text: getValue(element, 'w:lvlText') ?? '',
    restart: parseInteger(getValue(element, 'w:lvlRestart')),
    style: getValue(element, 'w:pStyle'),
    indent: parseInteger(indent?.['w:start'] ?? indent?.['w:left']) ?? 0,
  };
}

const listLevels = (parent: XmlElement | undefined): [number, Level][] =>
  elements(parent)
    .filter(({ name }) => name === 'w:lvl')
    .map((element) => [parseInteger(element.attributes['w:ilvl']) ?? 0, getLevel(element)]);

/** Counts the items of a document's lists in its order. */
export class Numberings {
  readonly #numberings = new Map<string, Numbering>();
  /** The last number of each level, by list. Lists of one definition count on together. */
  readonly #counters = new Map<string, (number | undefined)[]>();

  constructor(root: XmlElement | undefined) {
    const abstracts = new Map<string, XmlElement>();
    const byStyle = new Map<string, XmlElement>();
    for (const element of elements(root)) {
      if (element.name !== 'w:abstractNum') continue;
      abstracts.set(element.attributes['w:abstractNumId'] ?? '', element);
      const style = getValue(element, 'w:styleLink');
      if (style !== undefined) byStyle.set(style, element);
    }
    for (const element of elements(root)) {
      if (element.name !== 'w:num') continue;
      const abstract = getValue(element, 'w:abstractNumId') ?? '';
      const definition = abstracts.get(abstract);
      const levels = new Map(listLevels(byStyle.get(getValue(definition, 'w:numStyleLink') ?? '') ?? definition));
      const overrides = new Map<number, number>();
      for (const override of elements(element)) {
        if (override.name !== 'w:lvlOverride') continue;
        const levelIndex = parseInteger(override.attributes['w:ilvl']) ?? 0;
        for (const [, level] of listLevels(override)) levels.set(levelIndex, level);
        const start = parseInteger(getValue(override, 'w:startOverride'));
        if (start !== null) overrides.set(levelIndex, start);
      }
      this.#numberings.set(element.attributes['w:numId'] ?? '', { abstract, levels, overrides });
    }
  }

  /** Counts a paragraph; null if its list does not exist. */
  takeNext(usage: NumberingUse): Marker | null {
    const numbering = this.#numberings.get(usage.id);
    if (!numbering) return null;
    const styledLevel = [...numbering.levels].find(
      ([, { style }]) => style !== undefined && style === usage.style,
    )?.[0];
    const level = Math.min(Math.max(usage.level ?? styledLevel ?? 0, 0), LAST_LEVEL);
    const levelFormat = numbering.levels.get(level);
    // A list without this level counts nothing, and Word shows no marker.
    if (!levelFormat) return null;
    const number = this.#count(numbering, level);
    const label = this.#formatLabel(numbering, levelFormat);
    const ownText = levelFormat.text.replace(/%\d/g, '');
    return {
      level,
      number: levelFormat.format === null ? null : number,
      label,
      isText: levelFormat.format !== null && (/\p{L}/u.test(ownText) || label === ''),
      isLettered: levelFormat.format !== null && LETTERED_FORMAT.test(levelFormat.format),
      indent: levelFormat.indent,
      list: numbering.abstract,
    };
  }

  #count(numbering: Numbering, level: number): number {
    const counters = this.#counters.get(numbering.abstract) ?? [];
    this.#counters.set(numbering.abstract, counters);
    const override = numbering.overrides.get(level);
    numbering.overrides.delete(level);
    const start = numbering.levels.get(level)?.start ?? 1;
    const last = counters[level];
    const number = override ?? (last === undefined ? start : last + 1);
    counters[level] = number;
    // Levels above that were never used count as begun.
    for (let outerLevel = 0; outerLevel < level; outerLevel += 1)
      counters[outerLevel] ??= numbering.levels.get(outerLevel)?.start ?? 1;
    for (let innerLevel = level + 1; innerLevel < counters.length; innerLevel += 1) {
      const restart = numbering.levels.get(innerLevel)?.restart ?? innerLevel;
      if (restart > level) counters[innerLevel] = undefined;
    }
    return number;
  }

  #formatLabel({ abstract, levels }: Numbering, { text, format }: Level): string {
    if (format === null) return text;
    if (format === 'none') return text.replace(/%\d/g, '').trim();
    const counters = this.#counters.get(abstract) ?? [];
    return text
      .replace(/%(\d)/g, (_, digit: string) => {
        const level = Number(digit) - 1;
        return formatNumber(counters[level] ?? 1, levels.get(level)?.format ?? 'decimal');
      })
      .trim();
  }
}

import { toSubscript, toSuperscript } from '../script-letters.ts';
import { getChild, elements, getDirectText, getValue, type XmlElement } from '../xml.ts';

/**
 * Letters of mathematical alphabets say the same as plain ones. Signs that would be read as TeX are escaped, except
 * those of scripts (`x_1`, `∑_(i=1)`), which people type and which exported documents have.
 */
const toPlainLetters = (text: string): string =>
  text
    .replace(/[\u{1D400}-\u{1D7FF}]/gu, (letter) => letter.normalize('NFKC'))
    .replaceAll('\\', '∖')
    .replace(/[{}&~%$]|[_^](?=$|[\s)\]])/g, '\\$&')
    .replace(/([_^])\(([^()]*)\)/g, '$1{$2}');

const isSimple = (text: string): boolean => /^(?:[\p{L}\p{M}\p{N}.,′∞]*|.)$/u.test(text);
const isBracketed = (text: string): boolean => /^\([^()]*\)$|^\[[^[\]]*\]$/.test(text);
const withParentheses = (text: string): string => (isSimple(text) || isBracketed(text) ? text : `(${text})`);

/** Takes brackets away that braces replace. */
const withoutBrackets = (text: string): string => (/^\([^()]*\)$/.test(text) ? text.slice(1, -1) : text);

const writeSuperscript = (text: string): string =>
  text === '' ? '' : (toSuperscript(text) ?? `^{${withoutBrackets(text)}}`);
const writeSubscript = (text: string): string =>
  text === '' ? '' : (toSubscript(text) ?? `_{${withoutBrackets(text)}}`);

const readArgument = (element: XmlElement, name: string): string => {
  const child = getChild(element, name);
  return child ? writeLinearMath(child).trim() : '';
};
const getArguments = (element: XmlElement, name: string): string[] =>
  elements(element)
    .filter((child) => child.name === name)
    .map((child) => writeLinearMath(child).trim());

const isOff = (value: string | undefined): boolean => value !== undefined && /^(?:0|off|false)$/.test(value);

function writeMatrix(element: XmlElement): string {
  const rows = elements(element).filter(({ name }) => name === 'm:mr');
  return rows.map((row) => getArguments(row, 'm:e').join(' ')).join('; ');
}

/** Returns the matrix that is alone in an argument; its brackets stand around the argument. */
function findOnlyMatrix(element: XmlElement): XmlElement | null {
  const children = elements(element).filter(({ name }) => !name.endsWith('Pr'));
  const [onlyChild] = children;
  return children.length === 1 && onlyChild?.name === 'm:m' ? onlyChild : null;
}

function readDelimited(element: XmlElement): string {
  const properties = getChild(element, 'm:dPr');
  const sign = (name: string, fallback: string): string => {
    const child = getChild(properties, name);
    return toPlainLetters(child ? (child.attributes['m:val'] ?? '') : fallback);
  };
  const parts = elements(element)
    .filter(({ name }) => name === 'm:e')
    .map((part) => {
      const nestedMatrix = findOnlyMatrix(part);
      return nestedMatrix ? writeMatrix(nestedMatrix) : writeLinearMath(part).trim();
    });
  return sign('m:begChr', '(') + parts.join(sign('m:sepChr', '|')) + sign('m:endChr', ')');
}

function writeNaryOperator(element: XmlElement): string {
  const properties = getChild(element, 'm:naryPr');
  const sign = getChild(properties, 'm:chr') ? (getValue(properties, 'm:chr') ?? '') : '∫';
  return `${sign}${writeSubscript(readArgument(element, 'm:sub'))}${writeSuperscript(readArgument(element, 'm:sup'))} ${readArgument(element, 'm:e')}`;
}

function writeFraction(element: XmlElement): string {
  const [top, bottom] = [readArgument(element, 'm:num'), readArgument(element, 'm:den')];
  const isBinomial = getValue(getChild(element, 'm:fPr'), 'm:type') === 'noBar';
  return isBinomial ? `${top} ¦ ${bottom}` : `${withParentheses(top)}/${withParentheses(bottom)}`;
}

function writeRoot(element: XmlElement): string {
  const degreeHidden = getChild(getChild(element, 'm:radPr'), 'm:degHide');
  const degree = degreeHidden && !isOff(degreeHidden.attributes['m:val']) ? '' : readArgument(element, 'm:deg');
  const sign = { '': '√', '2': '√', '3': '∛', '4': '∜' }[degree];
  return `${sign ?? `${toSuperscript(degree) ?? `(${degree})`}√`}${withParentheses(readArgument(element, 'm:e'))}`;
}

function readAccented(element: XmlElement): string {
  const properties = getChild(element, 'm:accPr');
  const sign = getChild(properties, 'm:chr') ? (getValue(properties, 'm:chr') ?? '') : '\u0302';
  const text = readArgument(element, 'm:e');
  return `${[...text].length === 1 ? text : `(${text})`}${sign}`;
}

/** Returns a formula in one line, as one would type it: `E = mc²`, `(a+b)/2`, `√2`, `∑_{i=1}ⁿ i`. */
export function writeLinearMath(element: XmlElement): string {
  const readBase = (): string => readArgument(element, 'm:e');
  switch (element.name) {
    case 'm:t':
    case 'w:t':
      return toPlainLetters(getDirectText(element));
    case 'w:br':
    case 'w:tab':
    case 'w:cr':
      return ' ';
    case 'w:del':
    case 'w:moveFrom':
      return '';
    case 'm:f':
      return writeFraction(element);
    case 'm:sSup':
      return withParentheses(readBase()) + writeSuperscript(readArgument(element, 'm:sup'));
    case 'm:sSub':
      return withParentheses(readBase()) + writeSubscript(readArgument(element, 'm:sub'));
    case 'm:sSubSup':
      return (
        withParentheses(readBase()) +
        writeSubscript(readArgument(element, 'm:sub')) +
        writeSuperscript(readArgument(element, 'm:sup'))
      );
    case 'm:sPre':
      return (
        writeSubscript(readArgument(element, 'm:sub')) +
        writeSuperscript(readArgument(element, 'm:sup')) +
        withParentheses(readBase())
      );
    case 'm:rad':
      return writeRoot(element);
    case 'm:nary':
      return writeNaryOperator(element);
    case 'm:func':
      return `${readArgument(element, 'm:fName')} ${readBase()}`;
    case 'm:limLow':
      return readBase() + writeSubscript(readArgument(element, 'm:lim'));
    case 'm:limUpp':
      return readBase() + writeSuperscript(readArgument(element, 'm:lim'));
    case 'm:d':
      return readDelimited(element);
    case 'm:m':
      return `[${writeMatrix(element)}]`;
    case 'm:eqArr':
      return getArguments(element, 'm:e').join('; ');
    case 'm:acc':
      return readAccented(element);
    case 'm:bar':
      return `${withParentheses(readBase())}\u0305`;
    default:
      return elements(element).map(writeLinearMath).join('');
  }
}

/** Matches the innermost function of an old equation field: its letter, its options, and its arguments. */
const FUNCTION = /\\([a-z])((?:\s*\\[a-z]+\s*\d*)*)\s*\(([^()]*)\)/i;

const MAX_FIELD_LENGTH = 2000;

/** Matches text raised above other text, which is how fields wrote readings of characters. */
const READING = /\\o\s*(?:\\a[a-z]\s*)*\(\s*\\s\s*\\up\b/i;

/** Returns whether an equation field writes a reading above its words. */
export const hasReading = (instruction: string): boolean => /^\s*EQ\s/.test(instruction) && READING.test(instruction);

/** Returns the words of an old equation field (`EQ \f(1,2)`), which shows no result; empty for other fields. */
export function writeLinearField(instruction: string): string {
  if (instruction.length > MAX_FIELD_LENGTH) return '';
  let text = /^\s*EQ\s+(.*)$/s.exec(instruction)?.[1]?.replace(/\\\*\s*(?:"[^"]*"|[\w-]+)/g, '') ?? '';
  for (let call = FUNCTION.exec(text); call; call = FUNCTION.exec(text)) {
    const [match, name = '', , list = ''] = call;
    const parts = list.split(/[,;]/).map((part) => part.trim());
    const [first = '', second] = parts;
    const replacement = {
      f: `${first}/${second ?? ''}`,
      r: second === undefined ? `√${first}` : `${first}√${second}`,
      o: parts.at(-1) ?? '',
      s: parts.join(''),
    }[name.toLowerCase()];
    text = text.replace(match, () => replacement ?? parts.join(' '));
  }
  return text.replace(/\\[a-z]+\s*\d*/gi, '').trim();
}

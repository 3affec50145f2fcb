/**
 * A part of a markdown text; joining all parts gives the text back byte for byte. Only prose may be changed.
 */
export interface Block {
  isProse: boolean;
  text: string;
}

const HEADING = /^\s{0,3}#{1,6}(\s|$)/;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const KEPT_LINE =
  /^(\s{0,3}>|\s{0,3}<|\s*\||\s{0,3}\[[^\]]+\]:|\s*\\?\[cue\b|\s{0,3}([-*_]\s*){3,}$|\s{0,3}=+\s*$|( {4}|\t)(?!\s*[-*+\d]))/i;
const MARKER_AND_TEXT = /^(\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)?)(.*?)(\s*)$/su;

/** Separates prose from parts that must not change: structure, code, quotes, tables, HTML, definitions and cues. */
export function splitBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split('\n');
  let fence: string | null = null;
  lines.forEach((line, index) => {
    const lineEnd = index < lines.length - 1 ? '\n' : '';
    const mark = FENCE.exec(line)?.[1];
    const isInFence = fence !== null;
    if (fence === null && mark !== undefined) fence = mark;
    else if (fence !== null && mark !== undefined && mark.startsWith(fence) && line.trim() === mark) fence = null;
    const isSetextTitle =
      /^\s{0,3}(=+|-+)\s*$/.test(lines[index + 1] ?? '') &&
      line.trim() !== '' &&
      (lines[index + 1] ?? '').trim() !== '';
    if (
      isInFence ||
      mark !== undefined ||
      line.trim() === '' ||
      HEADING.test(line) ||
      KEPT_LINE.test(line) ||
      isSetextTitle
    ) {
      blocks.push({ isProse: false, text: line + lineEnd });
      return;
    }
    const [, prefix = '', text = '', suffix = ''] = MARKER_AND_TEXT.exec(line) ?? ['', '', line, ''];
    if (prefix !== '') blocks.push({ isProse: false, text: prefix });
    blocks.push({ isProse: true, text });
    if (suffix + lineEnd !== '') blocks.push({ isProse: false, text: suffix + lineEnd });
  });
  return blocks;
}

/** Matches parts of prose that stay: code, links, images, addresses, tags, quoted words, cues and escapes. */
const SPANS =
  /(`+)[\s\S]*?\1|!?\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|\[[^\]]*\]|<[^>\s][^>]*>|\b(?:https?:\/\/|www\.)\S+|\S+@\S+\.\S+|“[^”]*”|„[^“”]*[“”]|«[^»]*»|"[^"]*"|\\./gu;

/** Applies `change` to a line in which one placeholder character replaces each protected span. */
export function withProtected(text: string, change: (maskedText: string) => string): string {
  const spans: string[] = [];
  // Placeholders are private-use characters, so a text that contains such characters itself is left alone.
  if (/[\ue000-\uf8ff]/.test(text)) return text;
  const maskedText = text.replace(SPANS, (span) => {
    if (spans.length >= 6000) return span;
    spans.push(span);
    return String.fromCharCode(0xe000 + spans.length - 1);
  });
  if (spans.length >= 6000) return text;
  return change(maskedText).replace(/[\ue000-\uf8ff]/g, (c) => spans[c.charCodeAt(0) - 0xe000] ?? c);
}

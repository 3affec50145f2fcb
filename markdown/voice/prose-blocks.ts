/**
 * Holds a part of a markdown text; joining all parts gives the text back byte for byte. Only `prose` may be changed.
 */
export interface Block {
  prose: boolean;
  text: string;
}

const HEADING = /^\s{0,3}#{1,6}(\s|$)/;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const KEPT =
  /^(\s{0,3}>|\s{0,3}<|\s*\||\s{0,3}\[[^\]]+\]:|\s*\\?\[cue\b|\s{0,3}([-*_]\s*){3,}$|\s{0,3}=+\s*$|( {4}|\t)(?!\s*[-*+\d]))/i;
const FRONT = /^(\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)?)(.*?)(\s*)$/su;

/** Separates prose from what must stay: structure, code, quotes, tables, HTML, definitions and cues. */
export function cutBlocks(markdown: string): Block[] {
  const out: Block[] = [];
  const lines = markdown.split('\n');
  let fence: string | null = null;
  lines.forEach((line, i) => {
    const end = i < lines.length - 1 ? '\n' : '';
    const mark = FENCE.exec(line)?.[1];
    const inFence = fence !== null;
    if (fence === null && mark !== undefined) fence = mark;
    else if (fence !== null && mark !== undefined && mark.startsWith(fence) && line.trim() === mark) fence = null;
    const isSetextTitle =
      /^\s{0,3}(=+|-+)\s*$/.test(lines[i + 1] ?? '') && line.trim() !== '' && (lines[i + 1] ?? '').trim() !== '';
    if (inFence || mark !== undefined || line.trim() === '' || HEADING.test(line) || KEPT.test(line) || isSetextTitle) {
      out.push({ prose: false, text: line + end });
      return;
    }
    const [, front = '', text = '', back = ''] = FRONT.exec(line) ?? ['', '', line, ''];
    if (front !== '') out.push({ prose: false, text: front });
    out.push({ prose: true, text });
    if (back + end !== '') out.push({ prose: false, text: back + end });
  });
  return out;
}

/** Matches what must not change within prose: code, links, images, addresses, tags, quoted words, cues and escapes. */
const SPANS =
  /(`+)[\s\S]*?\1|!?\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|\[[^\]]*\]|<[^>\s][^>]*>|\b(?:https?:\/\/|www\.)\S+|\S+@\S+\.\S+|“[^”]*”|„[^“”]*[“”]|«[^»]*»|"[^"]*"|\\./gu;

/** Applies `change` to a line in which one placeholder character replaces each protected span. */
export function withProtected(text: string, change: (free: string) => string): string {
  const kept: string[] = [];
  // Placeholders are private-use characters, so a text that contains such characters itself is left alone.
  if (/[\ue000-\uf8ff]/.test(text)) return text;
  const masked = text.replace(SPANS, (span) => {
    if (kept.length >= 6000) return span;
    kept.push(span);
    return String.fromCharCode(0xe000 + kept.length - 1);
  });
  if (kept.length >= 6000) return text;
  return change(masked).replace(/[\ue000-\uf8ff]/g, (c) => kept[c.charCodeAt(0) - 0xe000] ?? c);
}

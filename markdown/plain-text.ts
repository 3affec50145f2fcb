import type { Token } from 'markdown-it';
import { getDetails } from './syntax/details.ts';

/**
 * Returns the words of parsed inline tokens without formatting, tags and URLs; pictures become their description. HTML
 * stays as text if the parser has HTML turned off.
 */
export function toInlineText(tokens: readonly Token[]): string {
  let text = '';
  for (const token of tokens) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n';
    else if (token.type === 'image') text += toInlineText(token.children ?? []);
    else if (token.type === 'footnote_reference')
      text += token.meta?.['number'] ? `[${String(token.meta['number'])}]` : '';
    else if (token.type !== 'html_inline' && token.type !== 'comment') text += token.content;
  }
  return text;
}

/**
 * Converts markdown that was parsed without raw HTML to plain lines: one blank line between blocks, none inside a tight
 * list or a table, whose cells are separated by tabs. Ordered items keep their numbers.
 */
export function toPlainText(tokens: readonly Token[]): string {
  const blocks: { text: string; isTight: boolean; startsGroup: boolean }[] = [];
  const numbers: (number | null)[] = [];
  let prefix = '';
  let startsGroup = false;
  let cells: string[] | null = null;
  const addBlock = (text: string, isTight = false) => {
    if (!text.trim()) return;
    blocks.push({ text: prefix + text, isTight, startsGroup });
    prefix = '';
    startsGroup = false;
  };
  for (const [index, token] of tokens.entries()) {
    if (token.type.endsWith('_list_open') && numbers.length === 0) startsGroup = true;
    if (token.type === 'ordered_list_open') numbers.push(Number(token.attrGet('start') ?? 1));
    else if (token.type === 'bullet_list_open') numbers.push(null);
    else if (token.type.endsWith('_list_close')) numbers.pop();
    else if (token.type === 'list_item_open') {
      const number = numbers.at(-1) ?? null;
      prefix = number === null ? '' : `${number}. `;
      if (number !== null) numbers[numbers.length - 1] = number + 1;
    } else if (token.type === 'table_open') startsGroup = true;
    else if (token.type === 'tr_open') cells = [];
    else if (token.type === 'tr_close') {
      addBlock((cells ?? []).join('\t'), true);
      cells = null;
    } else if (token.type === 'inline' && cells) cells.push(toInlineText(token.children ?? []));
    else if (token.type === 'inline') addBlock(toInlineText(token.children ?? []), tokens[index - 1]?.hidden === true);
    else if (token.type === 'footnote_open') prefix = `[${String(token.meta?.['number'])}] `;
    else if (token.type === 'front_matter') {
      for (const [name, value] of getDetails(token)) addBlock(`${name}: ${[value].flat().join(', ')}`, true);
    } else if (token.type === 'math_block' || token.type === 'fence' || token.type === 'code_block')
      addBlock(token.content.replace(/\n$/, ''));
    else if (token.type === 'cue') addBlock(`[Cue: ${token.content}]`);
  }
  let text = '';
  for (const [index, block] of blocks.entries()) {
    if (index > 0) text += block.isTight && !block.startsGroup && blocks[index - 1]?.isTight ? '\n' : '\n\n';
    text += block.text;
  }
  return text ? `${text}\n` : '';
}

import type { StateCore, Token } from 'markdown-it';
import { copyToken } from './syntax/tokens.ts';
import { hasRightToLeft, getTextDirection, type TextDirection } from './text-direction.ts';

const CODE_TYPES = new Set(['fence', 'code_block']);
/** Tokens whose letters nobody reads. */
const UNREAD_TYPES = new Set(['html_inline', 'html_block', 'comment', 'front_matter']);

/** Returns the words of a paragraph, without tags and addresses, whose letters are not read. */
function getWords(token: Token): string {
  if (token.children && token.children.length > 0) return token.children.map(getWords).join('');
  return UNREAD_TYPES.has(token.type) ? '' : token.content;
}

/** Finds the direction of each block by the first strong letter in it; blocks without one are left out. */
function getDirections(tokens: readonly Token[]): ReadonlyMap<Token, TextDirection> {
  const directions = new Map<Token, TextDirection>();
  const openBlocks: Token[] = [];
  for (const token of tokens) {
    if (token.nesting < 0) openBlocks.pop();
    else if (token.nesting > 0) openBlocks.push(token);
    const direction = CODE_TYPES.has(token.type) ? 'ltr' : getTextDirection(getWords(token));
    if (direction === null) continue;
    if (token.type !== 'inline') directions.set(token, direction);
    if (!CODE_TYPES.has(token.type))
      for (const block of openBlocks) if (!directions.has(block)) directions.set(block, direction);
  }
  return directions;
}

/**
 * Writes `dir` on each block that runs in another direction than its parent: by its first strong letter, and code
 * from left to right. Texts without right-to-left letters stay as they are. The given tokens are not changed but
 * replaced, as blocks are compared and rendered again.
 */
export function directBlocks({ tokens }: Pick<StateCore, 'tokens'>): void {
  const mayDiffer = ({ content, children }: Token): boolean =>
    hasRightToLeft(content) || (children?.some((child) => hasRightToLeft(child.content)) ?? false);
  if (!tokens.some(mayDiffer)) return;
  const directions = getDirections(tokens);
  const outerDirections: TextDirection[] = ['ltr'];
  for (const [index, token] of tokens.entries()) {
    if (token.nesting < 0) outerDirections.pop();
    const outer = outerDirections.at(-1) ?? 'ltr';
    const direction = directions.get(token) ?? outer;
    if (token.nesting > 0) outerDirections.push(direction);
    if (direction === outer) continue;
    const directedToken = copyToken(token);
    directedToken.attrSet('dir', direction);
    tokens[index] = directedToken;
  }
}

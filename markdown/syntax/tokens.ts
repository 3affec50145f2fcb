import type { Token } from 'markdown-it';

/** Returns a copy to change: a block's tokens are kept and rendered again. */
export function copyToken(token: Token): Token {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(token) as object) as Token, token);
  copy.attrs = token.attrs && [...token.attrs];
  return copy;
}

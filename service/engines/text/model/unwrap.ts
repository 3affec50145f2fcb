/** Finds the markdown in a model's answer. */

/** Returns the bare markdown: removes the thoughts of some local models and a fence around the whole answer. */
export function unwrap(answer: string): string {
  const withoutThoughts = answer.replace(/^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i, '').trim();
  const fence = /^(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n?\1$/.exec(withoutThoughts);
  const isWholeAnswer = fence !== null && !(fence[2] ?? '').split('\n').some((l) => l.startsWith(fence[1] ?? '```'));
  return (isWholeAnswer ? (fence[2] ?? '') : withoutThoughts).trim();
}

/** Matches the beginning of a thought or a fence whose end has not arrived yet. */
const UNFINISHED_OPENING =
  /^<(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?$|^<think(?:ing)?>(?![\s\S]*<\/think(?:ing)?>)|^(?:`{3,}|~{3,})[^\n]*$|^`{1,2}$/i;

/** Returns the part of an unfinished answer that can be shown. Each result continues the one before. */
export function unwrapPartial(answer: string): string {
  const trimmedAnswer = answer.trimStart();
  if (UNFINISHED_OPENING.test(trimmedAnswer)) return '';
  const withoutThoughts = trimmedAnswer.replace(/^<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i, '').trimStart();
  return UNFINISHED_OPENING.test(withoutThoughts)
    ? ''
    : withoutThoughts.replace(/^(?:`{3,}|~{3,})[^\n]*\n/, '').trimStart();
}

/** Finds the markdown in a model's answer. */

/** Returns the bare markdown: removes the thoughts of some local models and a fence around the whole answer. */
export function unwrap(answer: string): string {
  const spoken = answer.replace(/^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i, '').trim();
  const fenced = /^(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n?\1$/.exec(spoken);
  const isWhole = fenced !== null && !(fenced[2] ?? '').split('\n').some((l) => l.startsWith(fenced[1] ?? '```'));
  return (isWhole ? (fenced[2] ?? '') : spoken).trim();
}

/** Begins of a thought or a fence whose end has not arrived yet. */
const OPENING =
  /^<(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?$|^<think(?:ing)?>(?![\s\S]*<\/think(?:ing)?>)|^(?:`{3,}|~{3,})[^\n]*$|^`{1,2}$/i;

/** Returns what can be shown of an answer that is still being written; it only ever grows. */
export function unwrapBeginning(answer: string): string {
  const begun = answer.trimStart();
  if (OPENING.test(begun)) return '';
  const spoken = begun.replace(/^<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i, '').trimStart();
  return OPENING.test(spoken) ? '' : spoken.replace(/^(?:`{3,}|~{3,})[^\n]*\n/, '').trimStart();
}

/** Puts a text on one line and cuts it to at most `maxLength` characters, with an ellipsis if anything is missing. */
export function createExcerpt(text: string, maxLength: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  if (characters.length <= maxLength) return characters.join('');
  return `${characters
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`;
}

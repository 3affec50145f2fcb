/** Puts a text on one line and cuts it to at most `most` characters, with an ellipsis if anything is missing. */
export function excerpt(text: string, most: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  if (characters.length <= most) return characters.join('');
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}

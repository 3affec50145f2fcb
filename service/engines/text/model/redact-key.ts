/** Removes the key from a text: the model cannot know it, but a proxy could echo it. */
export function redactKey(markdown: string, apiKey: string | undefined): string {
  const key = apiKey?.trim() ?? '';
  return key.length >= 8 && markdown.includes(key) ? markdown.split(key).join('•••') : markdown;
}

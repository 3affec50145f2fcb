const HEADLINE_WORDS = 5;

/** Returns the beginning of a title, short enough to be read in a feed. */
export function shortenToHeadline(title: string): string {
  const start = title.split(/[:?!–—(|]/)[0]?.trim() ?? '';
  return (start === '' ? title : start).split(/\s+/).slice(0, HEADLINE_WORDS).join(' ');
}

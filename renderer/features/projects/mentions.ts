export interface Person {
  readonly id: number;
  readonly name: string;
}

/** Returns the ids of the people a text mentions as @Name. A longer name wins over one that is its beginning. */
export function mentionsOf(text: string, people: readonly Person[]): number[] {
  let rest = text;
  const found: number[] = [];
  for (const { id, name } of [...people].sort((a, b) => b.name.length - a.name.length)) {
    const mark = `@${name}`;
    if (!rest.toLowerCase().includes(mark.toLowerCase())) continue;
    found.push(id);
    rest = rest.replaceAll(new RegExp(mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), '');
  }
  return found.sort((a, b) => a - b);
}

/** Replaces the text after the last @ by the full name. */
export function withMention(text: string, name: string): string {
  return text.replace(/@[^@]*$/, `@${name} `);
}

export interface Person {
  readonly id: number;
  readonly name: string;
}

/** Returns the ids of the people a text mentions as @Name. A longer name wins over its own beginning. */
export function findMentions(text: string, people: readonly Person[]): number[] {
  let remaining = text;
  const ids: number[] = [];
  for (const { id, name } of [...people].sort((a, b) => b.name.length - a.name.length)) {
    const mark = `@${name}`;
    if (!remaining.toLowerCase().includes(mark.toLowerCase())) continue;
    ids.push(id);
    remaining = remaining.replaceAll(new RegExp(mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), '');
  }
  return ids.sort((a, b) => a - b);
}

/** Replaces the text after the last @ with the full name. */
export function completeMention(text: string, name: string): string {
  return text.replace(/@[^@]*$/, `@${name} `);
}

interface Person {
  readonly id: number;
  readonly name: string;
}

/** Whom a text names as @Name. A name that another one begins with is not taken for it. */
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

/** The text with what was typed behind the last @ made the whole name. */
export function withMention(text: string, name: string): string {
  return text.replace(/@[^@]*$/, `@${name} `);
}

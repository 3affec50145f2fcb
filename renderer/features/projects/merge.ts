/** Merges what a person typed with what somebody else saved meanwhile, field by field. */

export interface Merged<Fields> {
  readonly fields: Fields;
  /** Lists fields that both changed in different ways, so the person decides. `fields` has the local value. */
  readonly both: readonly (keyof Fields & string)[];
}

export function mergeFields<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): Merged<Fields> {
  const names = Object.keys(base) as (keyof Fields & string)[];
  const fields = Object.fromEntries(
    names.map((name) => [name, mine[name] === base[name] ? theirs[name] : mine[name]]),
  ) as Fields;
  const both = names.filter(
    (name) => mine[name] !== base[name] && theirs[name] !== base[name] && mine[name] !== theirs[name],
  );
  return { fields, both };
}

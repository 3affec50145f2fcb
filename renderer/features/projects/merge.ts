/** Merges a person's unsaved changes with those someone else saved, field by field. */

export interface MergeResult<Fields> {
  readonly fields: Fields;
  /** Fields that both sides changed differently; the person decides. `fields` has the local value. */
  readonly conflicting: readonly (keyof Fields & string)[];
}

export function mergeFields<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): MergeResult<Fields> {
  const names = Object.keys(base) as (keyof Fields & string)[];
  const fields = Object.fromEntries(
    names.map((name) => [name, mine[name] === base[name] ? theirs[name] : mine[name]]),
  ) as Fields;
  const conflicting = names.filter(
    (name) => mine[name] !== base[name] && theirs[name] !== base[name] && mine[name] !== theirs[name],
  );
  return { fields, conflicting };
}

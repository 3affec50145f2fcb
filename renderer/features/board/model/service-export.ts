/** Says what the service's own export of a picture lacks: its API knows neither moves nor looks. */
import type { BoardItem } from '#contract/schema/thumbnail.ts';
import { isPlain } from '#contract/draw-picture.ts';
import { plural } from '#renderer/ui/language.ts';
import { DEFAULT_TEXT, type Item, keyOf } from './items.ts';
import { flattened } from './layers.ts';

const SERVICE_FIELDS = ['content', 'font', 'size', 'fill', 'stroke', 'stroke_width', 'background', 'align'] as const;

const isMixed = ({ angle, opacity, blend }: Item): boolean => angle !== 0 || opacity !== 1 || blend !== 'normal';

function isChanged(item: Item, service: readonly BoardItem[]): boolean {
  const there = service.find(({ id }) => id === item.id);
  const isMoved = (['x', 'y', 'width', 'height'] as const).some((side) => there?.[side] !== item[side]);
  return isMoved || isMixed(item) || item.z !== item.id || (item.look !== null && !isPlain(item.look));
}

function hasEffects({ text, ...item }: Item): boolean {
  if (!text) return false;
  const known = Object.fromEntries(SERVICE_FIELDS.map((field) => [field, text[field]]));
  return (
    isMixed({ text, ...item }) ||
    JSON.stringify({ ...DEFAULT_TEXT, ...known }) !== JSON.stringify({ ...DEFAULT_TEXT, ...text })
  );
}

/** Names what an export at the service lacks of what is seen: "1 shape and the effects of 2 texts". Null if nothing. */
export function lackingAtService(subject: Item, items: readonly Item[], service: readonly BoardItem[]): string | null {
  const all = flattened(subject, items);
  const isThere = ({ id, key }: Item): boolean => id !== null && key === keyOf(id);
  const pictures = all.filter(({ kind }) => kind === 'image');
  const count = (which: readonly Item[], forms: readonly [string, string]): string[] =>
    which.length === 0 ? [] : [plural(which.length, forms)];
  const parts = [
    ...count(
      pictures.filter((item) => !isThere(item)),
      ['# picture', '# pictures'],
    ),
    ...count(
      all.filter((item) => item.kind === 'shape' && !isThere(item)),
      ['# shape', '# shapes'],
    ),
    ...count(
      pictures.filter((item) => isThere(item) && isChanged(item, service)),
      ['the changes to # picture', 'the changes to # pictures'],
    ),
    ...count(all.filter(hasEffects), ['the effects of # text', 'the effects of # texts']),
  ];
  return parts.length === 0 ? null : new Intl.ListFormat(document.documentElement.lang).format(parts);
}

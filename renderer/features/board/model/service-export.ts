/** Lists the parts of a picture that the service's export lacks: its API has no moves or looks. */
import type { BoardItem } from '#contract/schema/thumbnail.ts';
import { isPlain } from '#contract/draw-picture.ts';
import { plural } from '#renderer/ui/language.ts';
import { DEFAULT_TEXT, type Item, getItemKey } from './items.ts';
import { findItemsToFlatten } from './layers.ts';

const SERVICE_FIELDS = ['content', 'font', 'size', 'fill', 'stroke', 'stroke_width', 'background', 'align'] as const;

const isTurnedOrBlended = ({ angle, opacity, blend }: Item): boolean =>
  angle !== 0 || opacity !== 1 || blend !== 'normal';

function isChanged(item: Item, serviceItems: readonly BoardItem[]): boolean {
  const atService = serviceItems.find(({ id }) => id === item.id);
  const isMoved = (['x', 'y', 'width', 'height'] as const).some((side) => atService?.[side] !== item[side]);
  return isMoved || isTurnedOrBlended(item) || item.z !== item.id || (item.look !== null && !isPlain(item.look));
}

function hasEffects({ text, ...item }: Item): boolean {
  if (!text) return false;
  const serviceFields = Object.fromEntries(SERVICE_FIELDS.map((field) => [field, text[field]]));
  return (
    isTurnedOrBlended({ text, ...item }) ||
    JSON.stringify({ ...DEFAULT_TEXT, ...serviceFields }) !== JSON.stringify({ ...DEFAULT_TEXT, ...text })
  );
}

/** Lists what the service's export lacks: "1 shape and the effects of 2 texts". Null if nothing. */
export function describeLackingAtService(
  subject: Item,
  items: readonly Item[],
  serviceItems: readonly BoardItem[],
): string | null {
  const exportedItems = findItemsToFlatten(subject, items);
  const isAtService = ({ id, key }: Item): boolean => id !== null && key === getItemKey(id);
  const pictures = exportedItems.filter(({ kind }) => kind === 'image');
  const countLabel = (matches: readonly Item[], forms: readonly [string, string]): string[] =>
    matches.length === 0 ? [] : [plural(matches.length, forms)];
  const parts = [
    ...countLabel(
      pictures.filter((item) => !isAtService(item)),
      ['# picture', '# pictures'],
    ),
    ...countLabel(
      exportedItems.filter((item) => item.kind === 'shape' && !isAtService(item)),
      ['# shape', '# shapes'],
    ),
    ...countLabel(
      pictures.filter((item) => isAtService(item) && isChanged(item, serviceItems)),
      ['the changes to # picture', 'the changes to # pictures'],
    ),
    ...countLabel(exportedItems.filter(hasEffects), ['the effects of # text', 'the effects of # texts']),
  ];
  return parts.length === 0 ? null : new Intl.ListFormat(document.documentElement.lang).format(parts);
}

import type { DetailValue } from '../details/details-entry.ts';

interface BaseSpec {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly required?: boolean | undefined;
}

/** A detail of a script or an idea that can be edited in a pane. */
export type DetailSpec =
  | (BaseSpec & { readonly type: 'text'; readonly max: number })
  | (BaseSpec & { readonly type: 'area'; readonly max: number })
  /** A list of texts, written with commas between them; `max` bounds each. */
  | (BaseSpec & { readonly type: 'tags'; readonly max: number; readonly maxCount: number })
  | (BaseSpec & { readonly type: 'number'; readonly min: number; readonly max: number; readonly unit: string })
  | (BaseSpec & {
      readonly type: 'choice';
      readonly options: readonly { readonly value: string; readonly label: string }[];
      /** Reads the chosen option from the details. */
      readonly getChosen: (value: Readonly<Record<string, unknown>>) => string;
      /** Returns the fields that an option sets. */
      readonly toFields: (option: string) => Readonly<Record<string, DetailValue>>;
    });

/** Returns the names of the fields that a detail sets. */
export const getFieldNames = (spec: DetailSpec): readonly string[] =>
  spec.type === 'choice' ? Object.keys(spec.toFields('')) : [spec.name];

/** Returns why a value cannot be kept, or undefined if it can; the fields themselves report what is too long. */
export function findFault(spec: DetailSpec, value: DetailValue): string | undefined {
  if (spec.required && String(value ?? '').trim() === '') return 'This can’t be empty';
  if (spec.type === 'tags' && Array.isArray(value) && value.length > spec.maxCount) {
    return `Enter at most ${spec.maxCount} tags.`;
  }
  return undefined;
}

/** True when a value is within the bounds of its field. */
export function fitsField(spec: DetailSpec | undefined, value: DetailValue): boolean {
  if (!spec || findFault(spec, value) !== undefined) return false;
  if (spec.type === 'number') return value !== null && Number(value) >= spec.min && Number(value) <= spec.max;
  if (spec.type === 'tags') return Array.isArray(value) && value.every((tag) => tag.length <= spec.max);
  return spec.type === 'choice' || String(value ?? '').length <= spec.max;
}

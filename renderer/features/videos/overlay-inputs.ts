import type { OverlayTemplate } from '#contract/schema/video-revision.ts';

/** Returns by field why the inputs of a template cannot be sent. */
export function getFaults(
  template: OverlayTemplate | undefined,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const { key, label, required, type, max_chars } of template?.input_fields ?? []) {
    const value = (values[key] ?? '').trim();
    if (value === '' && required) faults[key] = `${label} is required.`;
    else if (value.length > max_chars) faults[key] = `${label} can have at most ${max_chars} characters.`;
    else if (type === 'number' && value !== '' && !Number.isFinite(Number(value)))
      faults[key] = `${label} must be a number.`;
  }
  return faults;
}

/** Inputs with the position of an overlay, not its content. */
const POSITION_KEYS: ReadonlySet<string> = new Set(['x', 'y', 'size', 'from']);

/** Returns the texts that an overlay shows, the one its template is named after first. */
export function getOverlayTexts(template: string | null, inputs: Readonly<Record<string, unknown>>): string[] {
  const texts = Object.entries(getTextInputs(inputs)).filter(
    ([key, text]) => !POSITION_KEYS.has(key) && text.trim() !== '',
  );
  return texts.sort(([a], [b]) => Number(b === template) - Number(a === template)).map(([, text]) => text);
}

export const getTextInputs = (inputs: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(inputs).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** Stores the sources of a measured voice on this computer, because a profile has no field for them. */
import type { Forms } from '#renderer/drafts/forms.ts';
import { LOCALE, plural } from '#renderer/ui/language.ts';

export interface MeasuredFrom extends Record<string, unknown> {
  readonly scripts: number;
  readonly pasted: number;
  readonly words: number;
}

const toFormName = (voiceId: string): string => `voice-measured-${voiceId}`;

export async function readMeasured(
  forms: Pick<Forms, 'open'>,
  account: string,
  voiceId: string,
): Promise<MeasuredFrom | null> {
  const form = await forms.open<MeasuredFrom>(account, toFormName(voiceId));
  const { scripts, pasted, words } = form.value;
  await form.close();
  return words === undefined ? null : { scripts: scripts ?? 0, pasted: pasted ?? 0, words };
}

export async function saveMeasured(
  forms: Pick<Forms, 'open'>,
  account: string,
  voiceId: string,
  measuredFrom: MeasuredFrom,
): Promise<void> {
  const form = await forms.open<MeasuredFrom>(account, toFormName(voiceId));
  form.change(measuredFrom);
  await form.close();
}

/** Describes the sources of a measured voice: "3 scripts and 1 pasted sample, 4,210 words". */
export function describeMeasuredFrom({ scripts, pasted, words }: MeasuredFrom): string {
  const parts = [
    ...(scripts > 0 ? [plural(scripts, ['# script', '# scripts'])] : []),
    ...(pasted > 0 ? [plural(pasted, ['# pasted sample', '# pasted samples'])] : []),
  ];
  const sources = new Intl.ListFormat(LOCALE).format(parts);
  return `${sources}, ${plural(words, ['# word', '# words'])}`;
}

import { readTraits, type VoiceTraits as Traits } from '#markdown/voice/traits.ts';
import type { TextVoice } from '../text-engine.ts';
import { oneLine } from './text.ts';

/** What of a voice can be followed, and its simple form. */
export interface VoiceTraits extends Traits {
  readonly name: string;
  readonly instructions: string;
}

/** Reads a voice: its simple form, its profile, or nothing. */
export function readVoice(voice: TextVoice | null): VoiceTraits {
  return {
    ...readTraits(voice?.profile),
    name: oneLine(voice?.name ?? ''),
    instructions: oneLine(voice?.instructions ?? ''),
  };
}

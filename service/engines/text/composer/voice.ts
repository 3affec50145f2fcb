import { readTraits, type VoiceTraits as Traits } from '#markdown/voice/traits.ts';
import type { TextVoice } from '../text-engine.ts';
import { toOneLine } from './text.ts';

export interface VoiceTraits extends Traits {
  readonly name: string;
  readonly instructions: string;
}

export function readVoice(voice: TextVoice | null): VoiceTraits {
  return {
    ...readTraits(voice?.profile),
    name: toOneLine(voice?.name ?? ''),
    instructions: toOneLine(voice?.instructions ?? ''),
  };
}

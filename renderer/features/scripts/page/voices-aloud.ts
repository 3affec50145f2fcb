/** Finds voices for reading aloud: the system's, or the app's own where the system has none. */
import { LOCAL_ACCOUNT } from '#contract/values.ts';
import { toLanguageTag } from '#markdown/language-tag.ts';
import type { ApiClient } from '#renderer/bridge/api-client.ts';
import { WavePlayer } from '#renderer/shared/wave-player.ts';
import type { Synthesis } from './read-aloud.svelte.ts';

export const APP_VOICE = 'studio';
/** The most characters of a sentence; the service has the same limit. */
const MAX_CHARACTERS = 2000;

export function getSystemVoices(page: Window): Synthesis | null {
  if (!('speechSynthesis' in page)) return null;
  const { speechSynthesis: system } = page;
  return {
    getVoices: () => system.getVoices(),
    speak: (utterance) => system.speak(utterance),
    cancel: () => system.cancel(),
    addEventListener: system.addEventListener.bind(system),
    removeEventListener: system.removeEventListener.bind(system),
    createUtterance: (words) => new SpeechSynthesisUtterance(words),
  };
}

/** Speaks with the voice that the local service also narrates videos with; it costs nothing. */
class AppVoice extends EventTarget implements Synthesis {
  readonly #api: ApiClient;
  readonly #voice: SpeechSynthesisVoice;
  readonly #player = new WavePlayer();
  /** The number of the current utterance; answers for earlier ones are dropped. */
  #utteranceId = 0;

  constructor(api: ApiClient, label: string, language: string) {
    super();
    this.#api = api;
    this.#voice = {
      name: label,
      voiceURI: APP_VOICE,
      lang: toLanguageTag(language),
      default: true,
      localService: true,
    };
  }

  getVoices(): SpeechSynthesisVoice[] {
    return [this.#voice];
  }

  createUtterance(text: string): SpeechSynthesisUtterance {
    return { text, rate: 1 } as SpeechSynthesisUtterance;
  }

  speak(utterance: SpeechSynthesisUtterance): void {
    const utteranceId = ++this.#utteranceId;
    this.#fetchAndPlay(utterance, utteranceId).catch(() => {
      if (utteranceId === this.#utteranceId) utterance.onerror?.(new Event('error') as SpeechSynthesisErrorEvent);
    });
  }

  cancel(): void {
    this.#utteranceId += 1;
    this.#player.stop();
  }

  async #fetchAndPlay(utterance: SpeechSynthesisUtterance, utteranceId: number): Promise<void> {
    const body = { text: utterance.text.slice(0, MAX_CHARACTERS), rate: utterance.rate, language: this.#voice.lang };
    const result = await this.#api.call(LOCAL_ACCOUNT, 'local.speech.say', { body });
    if (utteranceId !== this.#utteranceId) return;
    const wave = result.ok ? result.body.data.wave : null;
    if (wave === null) throw new Error('The voice returned no sound.');
    const handleEnd = (): void => {
      if (utteranceId === this.#utteranceId) utterance.onend?.(new Event('end') as SpeechSynthesisEvent);
    };
    if (wave === '') return handleEnd();
    const handleStart = (): void => utterance.onstart?.(new Event('start') as SpeechSynthesisEvent);
    await this.#player.play(wave, { onstarted: handleStart, onended: handleEnd });
  }
}

/** Returns null if the computer has no voice of its own, or the local service cannot be reached. */
export async function loadAppVoice(api: ApiClient, language: string): Promise<Synthesis | null> {
  const response = await api.call(LOCAL_ACCOUNT, 'local.speech.own');
  const label = response.ok ? response.body.data.label : null;
  return label === null ? null : new AppVoice(api, label, language);
}

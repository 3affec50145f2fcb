import { readVoices, type VoiceListEntry } from '#contract/schema/voice.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

interface VoicedScript {
  readonly id: number;
  readonly channelId: number;
  /** The label of the script's voice; a remote service sends nothing else. */
  readonly voice: string | null;
}

/** Returns a script's voice and the channel's voices to choose from. Call it while a component is set up. */
export function useScriptVoice(
  app: Pick<AppState, 'account' | 'accounts' | 'cache' | 'details'>,
  script: () => VoicedScript,
): { readonly availableVoices: readonly VoiceListEntry[]; readonly chosenVoice: VoiceListEntry | null } {
  const voices = $derived(app.cache.query(app.account, 'voices.list', { params: { id: script().channelId } }));
  $effect(() => voices.open());
  const storedVoice = $derived(
    app.accounts.offers('local.scripts.voice') && script().id > 0
      ? app.cache.query(app.account, 'local.scripts.voice', { params: { id: script().id } })
      : null,
  );
  $effect(() => storedVoice?.open());
  const changes = $derived(app.details.getDetails(app.account, 'script', script().id)?.fields);
  const voiceId = $derived.by(() => {
    const id = changes && 'voice_id' in changes ? changes['voice_id'] : storedVoice?.value?.data.voice_id;
    return typeof id === 'number' ? id : null;
  });
  const availableVoices = $derived(readVoices(voices.value).voices.filter(({ profile }) => profile != null));
  /** A script without a voice is not checked, even if its channel has a default. */
  const chosenVoice = $derived(
    availableVoices.find(({ id }) => id === voiceId) ??
      availableVoices.find(({ name }) => voiceId === null && name === script().voice) ??
      null,
  );
  return {
    get availableVoices() {
      return availableVoices;
    },
    get chosenVoice() {
      return chosenVoice;
    },
  };
}

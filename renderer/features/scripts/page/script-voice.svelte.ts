import { readVoices, type VoiceListEntry } from '#contract/schema/voice.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

interface VoicedScript {
  readonly id: number;
  readonly channelId: number;
  /** Identifies the voice by its label, because a remote service sends nothing else. */
  readonly voice: string | null;
}

/** Finds the voice of a script and those it could have. Call it while a component is set up. */
export function scriptVoice(
  app: Pick<AppState, 'account' | 'accounts' | 'cache' | 'details'>,
  script: () => VoicedScript,
): { readonly known: readonly VoiceListEntry[]; readonly chosen: VoiceListEntry | null } {
  const voices = $derived(app.cache.query(app.account, 'voices.list', { params: { id: script().channelId } }));
  $effect(() => voices.open());
  const made = $derived(
    app.accounts.offers('local.scripts.voice') && script().id > 0
      ? app.cache.query(app.account, 'local.scripts.voice', { params: { id: script().id } })
      : null,
  );
  $effect(() => made?.open());
  const set = $derived(app.details.of(app.account, 'script', script().id)?.fields);
  const ownId = $derived.by(() => {
    const chosen = set && 'voice_id' in set ? set['voice_id'] : made?.value?.data.voice_id;
    return typeof chosen === 'number' ? chosen : null;
  });
  const known = $derived(readVoices(voices.value).voices.filter(({ profile }) => profile != null));
  /** A script without a voice is checked against none, whatever the channel's default is. */
  const chosen = $derived(
    known.find(({ id }) => id === ownId) ?? known.find(({ name }) => ownId === null && name === script().voice) ?? null,
  );
  return {
    get known() {
      return known;
    },
    get chosen() {
      return chosen;
    },
  };
}

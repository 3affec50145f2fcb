import type { ModelProviderKind } from '#contract/schema/local.ts';
import type { SearchProviderKind } from '#contract/schema/search.ts';
import type { SpeechServerName } from '#contract/schema/speech.ts';
import type { ModelServerName } from '#contract/schema/text-model.ts';

export const KIND_LABELS: Record<ModelProviderKind, string> = {
  'openai-compatible': 'OpenAI-compatible',
  anthropic: 'Anthropic',
  google: 'Google',
};

export const SEARCH_LABELS: Record<SearchProviderKind, string> = { searxng: 'SearXNG', brave: 'Brave Search' };

const KEY_STORAGE_LABELS: Readonly<Record<string, string>> = {
  keychain: 'key in the keychain',
  session: 'key for this session only',
  none: 'no key',
};
/** Describes where a key is stored; empty for a kind of storage unknown here. */
export const describeKeyStorage = (storage: string): string => KEY_STORAGE_LABELS[storage] ?? '';

export const KEEP_KEY_HINT = 'Leave empty to keep the current key';

/** Describes a model's key field; `isStored` means that a key may already be stored. */
export function getKeyField(isStored: boolean, isLocal: boolean): { readonly label: string; readonly hint: string } {
  if (isStored) return { label: 'New key', hint: KEEP_KEY_HINT };
  const hint = isLocal ? 'Not needed for a model on this computer' : 'Not needed for a model on the server';
  return { label: 'Key', hint };
}

export const SERVER_LABELS: Record<ModelServerName, string> = {
  ollama: 'Ollama',
  lmstudio: 'LM Studio',
  llamacpp: 'llama.cpp',
  jan: 'Jan',
};

export const SPEECH_SERVER_LABELS: Record<SpeechServerName, string> = {
  kokoro: 'Kokoro',
  piper: 'Piper',
  localai: 'LocalAI',
};

export const PRESETS = {
  openai: { label: 'OpenAI', kind: 'openai-compatible', base: 'https://api.openai.com/v1' },
  anthropic: { label: 'Anthropic', kind: 'anthropic', base: '' },
  google: { label: 'Google', kind: 'google', base: '' },
  compatible: { label: 'OpenAI-compatible', kind: 'openai-compatible', base: '' },
} as const satisfies Record<string, { label: string; kind: ModelProviderKind; base: string }>;
export type Preset = keyof typeof PRESETS;

import type { ModelProviderKind } from '#contract/schema/local.ts';
import type { SearchProviderKind } from '#contract/schema/search.ts';

export const KIND_LABELS: Record<ModelProviderKind, string> = {
  'openai-compatible': 'OpenAI-compatible',
  anthropic: 'Anthropic',
  google: 'Google',
};

export const SEARCH_LABELS: Record<SearchProviderKind, string> = { searxng: 'SearXNG', brave: 'Brave Search' };

export const STORED = {
  keychain: 'key in the keychain',
  session: 'key for this session only',
  none: 'no key',
} as const;

export const KEEPS_KEY = 'Leave empty to keep the current key';

/** Describes a model's key field; `kept` means that a key may already be stored. */
export const modelKey = (kept: boolean): { readonly label: string; readonly hint: string } =>
  kept ? { label: 'New key', hint: KEEPS_KEY } : { label: 'Key', hint: 'Not needed for a model on this computer' };

export const PRESETS = {
  ollama: {
    label: 'On this computer: Ollama',
    kind: 'openai-compatible',
    base: 'http://127.0.0.1:11434/v1',
    model: 'llama3.1',
  },
  lmstudio: {
    label: 'On this computer: LM Studio',
    kind: 'openai-compatible',
    base: 'http://127.0.0.1:1234/v1',
    model: '',
  },
  llamacpp: {
    label: 'On this computer: llama.cpp',
    kind: 'openai-compatible',
    base: 'http://127.0.0.1:8080/v1',
    model: '',
  },
  compatible: { label: 'OpenAI-compatible', kind: 'openai-compatible', base: '', model: '' },
  anthropic: { label: 'Anthropic', kind: 'anthropic', base: '', model: '' },
  google: { label: 'Google', kind: 'google', base: '', model: '' },
} as const satisfies Record<string, { label: string; kind: ModelProviderKind; base: string; model: string }>;
export type Preset = keyof typeof PRESETS;

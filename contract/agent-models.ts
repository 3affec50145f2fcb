/**
 * Lists the models of agent runs (spec 1 §4). The spec names the groups (four included, four and three that need a key
 * of the caller's own) and leaves the identifiers open; these are the local service's. The first one is the default.
 *
 * An included model uses what the app itself has; an own-key model is called with the key of the connected provider of
 * its kind.
 */
export interface AgentModel {
  readonly id: string;
  readonly group: 'included' | 'anthropic' | 'google';
  readonly label: string;
}

export const DEFAULT_AGENT_MODEL = 'studio-auto';

export const AGENT_MODELS: readonly AgentModel[] = [
  /** Uses the active text model, or the offline composer if none is active. */
  { id: DEFAULT_AGENT_MODEL, group: 'included', label: 'The workspace’s text model' },
  /** Uses only the active text model: unavailable if none is active or it does not answer. */
  { id: 'studio-model', group: 'included', label: 'Connected text model only' },
  /** Uses the first connected OpenAI-compatible server, active or not. */
  { id: 'studio-local', group: 'included', label: 'OpenAI-compatible server' },
  { id: 'studio-composer', group: 'included', label: 'Offline composer, no language model' },
  { id: 'claude-opus-4-1', group: 'anthropic', label: 'Claude Opus 4.1' },
  { id: 'claude-opus-4-0', group: 'anthropic', label: 'Claude Opus 4' },
  { id: 'claude-sonnet-4-5', group: 'anthropic', label: 'Claude Sonnet 4.5' },
  { id: 'claude-haiku-4-5', group: 'anthropic', label: 'Claude Haiku 4.5' },
  { id: 'gemini-2.5-pro', group: 'google', label: 'Gemini 2.5 Pro' },
  { id: 'gemini-2.5-flash', group: 'google', label: 'Gemini 2.5 Flash' },
  { id: 'gemini-2.5-flash-lite', group: 'google', label: 'Gemini 2.5 Flash-Lite' },
];

/** Maps older identifiers, which are still accepted, to current ones (spec 1 §9). */
export const AGENT_MODEL_ALIASES: Readonly<Record<string, string>> = {
  'claude-sonnet-4-0': 'claude-sonnet-4-5',
  'claude-3-5-haiku-latest': 'claude-haiku-4-5',
  'gemini-2.0-flash': 'gemini-2.5-flash',
  'gemini-2.0-flash-lite': 'gemini-2.5-flash-lite',
};

/** Matches the router's prefix before a model's name, as in `anthropic/claude-sonnet-4-6`. */
const ROUTER_PREFIX = /^(?:[a-z0-9.-]+\/)+/i;

/** Model families called with the caller's own key, under exactly the name given. */
const OWN_KEY_FAMILIES: readonly (readonly [name: RegExp, group: 'anthropic' | 'google'])[] = [
  [/^claude[-.\w]*$/i, 'anthropic'],
  [/^gemini[-.\w]*$/i, 'google'],
];

/** Included models of other services; here they mean the active text model, and resolved_model says so. */
const INCLUDED_FAMILIES =
  /^(?:gpt|chatgpt|o[1-9]|deepseek|glm|kimi|minimax|qwen|qwq|grok|llama|mistral|mixtral|magistral|command|nova|phi|gemma)(?:[-.:\d][-.:\w]*)?$/i;

/**
 * Returns the model for an identifier: one of this service, an older one, or another service's name for a model that
 * can be connected here. Returns null for an unknown identifier.
 */
export function findAgentModel(id: string): AgentModel | null {
  const current = Object.hasOwn(AGENT_MODEL_ALIASES, id) ? AGENT_MODEL_ALIASES[id] : id;
  const knownModel = AGENT_MODELS.find((model) => model.id === current);
  if (knownModel) return knownModel;
  const name = id.replace(ROUTER_PREFIX, '');
  if (name !== id && AGENT_MODELS.some((model) => model.id === name)) return findAgentModel(name);
  const [, group] = OWN_KEY_FAMILIES.find(([family]) => family.test(name)) ?? [];
  if (group !== undefined) return { id: name, group, label: name };
  return INCLUDED_FAMILIES.test(name) ? findAgentModel(DEFAULT_AGENT_MODEL) : null;
}

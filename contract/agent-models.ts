/**
 * Models of agent runs (spec 1 §4). The spec names the groups (four included, four and three that need a key of the
 * caller's own) and leaves the identifiers open; these are the local service's. The first one is the default.
 *
 * An included one means something the studio itself has; an own-key one is called with the key of the connected
 * provider of its kind.
 */
export interface AgentModel {
  readonly id: string;
  readonly group: 'included' | 'anthropic' | 'google';
  /** For people. */
  readonly label: string;
}

export const DEFAULT_AGENT_MODEL = 'studio-auto';

export const AGENT_MODELS: readonly AgentModel[] = [
  /** The active text model; the offline composer where none is. */
  { id: DEFAULT_AGENT_MODEL, group: 'included', label: 'The studio’s text model' },
  /** The active text model and nothing else: unavailable where none is active or it does not answer. */
  { id: 'studio-model', group: 'included', label: 'Connected text model only' },
  /** The first connected OpenAI-compatible server, active or not. */
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

/** Older identifiers, accepted and resolved to current ones (spec 1 §9). */
export const AGENT_MODEL_ALIASES: Readonly<Record<string, string>> = {
  'claude-sonnet-4-0': 'claude-sonnet-4-5',
  'claude-3-5-haiku-latest': 'claude-haiku-4-5',
  'gemini-2.0-flash': 'gemini-2.5-flash',
  'gemini-2.0-flash-lite': 'gemini-2.5-flash-lite',
};

/** The model of an identifier, current or older; null for one nobody knows. */
export function agentModel(id: string): AgentModel | null {
  const current = Object.hasOwn(AGENT_MODEL_ALIASES, id) ? AGENT_MODEL_ALIASES[id] : id;
  return AGENT_MODELS.find((model) => model.id === current) ?? null;
}

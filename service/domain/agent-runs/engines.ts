import type { AgentModel } from '#contract/agent-models.ts';
import type { RunWriter } from '#contract/limits.ts';

import type { TextEngine } from '../../engines/text/text-engine.ts';
import type { SourceSearch } from './sources.ts';

/** Describes whether a team can use a model right now, and with whose key. */
export type AgentEngineChoice =
  | {
      readonly kind: 'ready';
      readonly resolvedModel: string;
      readonly authPath: 'byok' | 'factory';
      readonly writer: RunWriter;
      engine(): Promise<TextEngine>;
      /** Returns whether the service's own model answers; always true for the caller's own key. */
      isReachable(): Promise<boolean>;
    }
  | {
      readonly kind: 'key_required';
      readonly resolvedModel: string;
      readonly provider: string;
      readonly reason: 'provider_not_connected' | 'key_missing';
    }
  | { readonly kind: 'unavailable'; readonly resolvedModel: string };

export interface AgentEngines {
  resolve(teamId: number, model: AgentModel): Promise<AgentEngineChoice>;
}

/** Provides a team's sources for deep research: the connected search engine and platform. */
export interface SearchEngines {
  getCurrent(teamId: number): Promise<readonly SourceSearch[]>;
  /** Returns their display name, or null if none is connected. */
  readLabel(teamId: number): Promise<string | null>;
}

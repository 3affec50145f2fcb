import type { AgentModel } from '#contract/agent-models.ts';

import type { TextEngine } from '../../engines/text/text-engine.ts';
import type { SourceSearch } from './sources.ts';

/** What a model of agent runs means for a team at this moment. */
export type AgentEngineChoice =
  | {
      readonly kind: 'ready';
      readonly resolvedModel: string;
      readonly authPath: 'byok' | 'factory';
      engine(): Promise<TextEngine>;
      /** Whether what the service itself has answers; always true for a key of the caller's own. */
      reachable(): Promise<boolean>;
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

/** What a team's deep research looks for sources with: the search engine and the platform, as far as connected. */
export interface SearchEngines {
  current(teamId: number): Promise<readonly SourceSearch[]>;
  /** What they are called; null for none. */
  label(teamId: number): Promise<string | null>;
}

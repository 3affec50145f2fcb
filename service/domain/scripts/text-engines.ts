import type { TextEngine } from '../../engines/text/text-engine.ts';

/** Picks the engine that writes for a team: the active model provider's, or the offline composer. */
export interface TextEngines {
  /** @throws EngineError if its key cannot be read */
  current(teamId: number): Promise<TextEngine>;
  /** Describes the engine without reading its key. */
  about(teamId: number): Promise<Pick<TextEngine, 'label' | 'isLanguageModel'>>;
}

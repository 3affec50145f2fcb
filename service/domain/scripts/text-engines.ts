import type { TextEngine } from '../../engines/text/text-engine.ts';

export interface EngineInfo extends Pick<TextEngine, 'label' | 'isLanguageModel'> {
  /** False for the composer, and for a model on this computer that needs no key. */
  readonly paysProvider: boolean;
}

/** Picks the engine that writes for a team: the active model provider's, or the offline composer. */
export interface TextEngines {
  /** @throws EngineError if its key cannot be read */
  getCurrent(teamId: number): Promise<TextEngine>;
  /** Describes the engine without reading its key. */
  describe(teamId: number): Promise<EngineInfo>;
}

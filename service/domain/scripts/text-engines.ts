import type { TextEngine } from '../../engines/text/text-engine.ts';

/** Which engine writes for a team: the active model provider's, or the offline composer. */
export interface TextEngines {
  /** @throws EngineError where its key cannot be read */
  current(teamId: number): Promise<TextEngine>;
  /** What it is, without its key. */
  about(teamId: number): Promise<Pick<TextEngine, 'label' | 'isLanguageModel'>>;
}

import type { TextEngine } from '../../engines/text/text-engine.ts';

/** Which engine writes for a team: the active model provider's, or the offline composer. */
export interface TextEngines {
  current(teamId: number): Promise<TextEngine>;
}

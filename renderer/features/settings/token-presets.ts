/** Defines the presets of abilities for a new token. */
import { TOKEN_ABILITIES, type TokenAbility } from '#contract/abilities.ts';

export const TOKEN_PRESETS = ['read', 'write-scripts', 'everything', 'custom'] as const;
export type TokenPreset = (typeof TOKEN_PRESETS)[number];

/** All abilities but `tokens:manage`, which exists only for clients of other services and allows nothing. */
export const OFFERED_ABILITIES = TOKEN_ABILITIES.filter((ability) => ability !== 'tokens:manage');

const WRITE_SCRIPTS: ReadonlySet<TokenAbility> = new Set([
  'channels:read',
  'scripts:read',
  'scripts:write',
  'templates:read',
  'voices:read',
]);

/** Returns the abilities of a preset; `custom` keeps the person's own choice. */
export function getPresetAbilities(
  preset: TokenPreset,
  chosenAbilities: ReadonlySet<TokenAbility>,
): ReadonlySet<TokenAbility> {
  switch (preset) {
    case 'read':
      return new Set(OFFERED_ABILITIES.filter((ability) => ability.endsWith(':read')));
    case 'write-scripts':
      return WRITE_SCRIPTS;
    case 'everything':
      return new Set(OFFERED_ABILITIES);
    case 'custom':
      return chosenAbilities;
  }
}

/** Lists the sections of Settings as their addresses name them. */
export const SETTINGS_SECTIONS = [
  'accounts',
  'tokens',
  'webhooks',
  'credits',
  'channels',
  'text-model',
  'platform',
  'image-model',
  'speech',
  'appearance',
  'shortcuts',
  'archive',
  'diagnostics',
  'licences',
] as const;

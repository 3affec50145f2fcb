/** Sections of Settings as they appear in URLs. */
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

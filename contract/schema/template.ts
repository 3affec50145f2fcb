/** Follows spec 1 §2 Template and spec 3 "Templates". */
import { z } from 'zod';

import { optionalText, text, Timestamp } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { Template } from './channel.ts';

/**
 * The spec names no values; these are those of the built-in templates, which decide a script's format, and
 * `custom`.
 */
export const TEMPLATE_CATEGORIES = ['tutorial', 'documentary', 'news', 'interview', 'compilation', 'custom'] as const;

/** An archived template has `is_active` false; lists include it only on request, and scripts keep using it. */
export const TemplateDetail = z.looseObject({
  ...Template.shape,
  prompt: z.string(),
  /** Usable as If-Match, without quotes. */
  revision: z.string(),
  archived_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type TemplateDetail = z.infer<typeof TemplateDetail>;

const category = z.enum(TEMPLATE_CATEGORIES);

export const TemplateCreate = z.strictObject({
  name: text({ min: 1, max: LIMITS.templateName }),
  prompt: text(LIMITS.templatePrompt),
  description: optionalText({ max: LIMITS.templateDescription }),
  category: category.default('custom'),
});

/** An absent field keeps its value. */
export const TemplateUpdate = z.strictObject({
  name: text({ min: 1, max: LIMITS.templateName }).optional(),
  prompt: text(LIMITS.templatePrompt).optional(),
  description: optionalText({ max: LIMITS.templateDescription }),
  category: category.optional(),
});

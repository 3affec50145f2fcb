import type { ImageBrief, ImageEdit, ImageStyle } from '../image-engine.ts';

function describeStyle({ colors, brightness, contrast }: ImageStyle): string {
  const brightnessText = brightness < 0.35 ? 'dark' : brightness > 0.65 ? 'bright' : 'of middle brightness';
  const contrastText = contrast < 0.35 ? 'soft' : 'strong';
  return `Style: ${brightnessText}, with ${contrastText} contrast, in the colours ${colors.join(', ')}.`;
}

export function buildGenerationPrompt({ prompt, headline, references, style }: ImageBrief): string {
  const lines = [
    'The thumbnail of an online video: one clear subject, readable at the size of a stamp, nothing in the lower right corner.',
    prompt,
    headline === null
      ? 'No text, letters, numbers or logos in the picture.'
      : `The words “${headline}”, spelt exactly so, large and legible; no other text.`,
  ];
  if (references.length > 0) lines.push('Go by the given pictures for faces, things and style.');
  if (style) lines.push(describeStyle(style));
  return lines.join('\n');
}

export function buildEditPrompt({ instruction, region }: ImageEdit): string {
  const constraint = region ? 'Change nothing outside the marked region.' : 'Leave everything else as it is.';
  return `${instruction}\n${constraint}`;
}

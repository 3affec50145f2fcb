/** Exports the spoken text of a script for a teleprompter: plain words, a sentence on each line. */
import { toCaptionText } from './captions/breaks.ts';
import { splitSentences } from './sentences.ts';
import { listSpokenPieces } from './spoken-pieces.ts';

/** Returns the spoken words, a sentence a line, with an empty line between paragraphs. `language` is a language tag. */
export function toPrompterText(markdown: string, language: string): string {
  const paragraphs = listSpokenPieces(markdown).map(({ text }) =>
    splitSentences(toCaptionText(text), language).join('\n'),
  );
  return paragraphs.length === 0 ? '' : `${paragraphs.join('\n\n')}\n`;
}

import fc from 'fast-check';

const WORDS = [
  'train',
  'night',
  'Łódź',
  'поезд',
  'café',
  '40',
  '3.5',
  '1999',
  'Dr.',
  '*red*.',
  '**two words**',
  '`code`',
];
const word = fc.constantFrom(
  ...WORDS,
  'e.g.',
  '==lit==',
  '[link](https://e.org)',
  '夜行列車',
  'ليل',
  '20%',
  '—',
  '…',
  '!',
);
const sentence = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 9 }), fc.constantFrom('.', '?', '!', '', ' …'))
  .map(([words, end]) => words.join(' ') + end);
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((sentences) => sentences.join(' '));
const list = fc.array(sentence, { minLength: 1, maxLength: 6 });
const block = fc.oneof(
  paragraph,
  ...['# ', '## ', '### ', '> ', '- [ ] ', '> - '].map((prefix) => sentence.map((text) => prefix + text)),
  sentence.map((text) => `${text.replaceAll('\n', ' ')}\n---`),
  list.map((items) => items.map((text) => `- ${text}`).join('\n')),
  list.map((items) => items.map((text, index) => `${index + 1}. ${text}`).join('\n')),
  list.map((items) => items.map((text) => `- ${text}\n  - ${text}`).join('\n\n')),
  sentence.map((text) => `[Cue: ${text}]`),
  sentence.map((text) => `On-screen: ${text}`),
  sentence.map((text) => `**On-screen text:** ${text}\nB-roll: ${text}\n${text}`),
  sentence.map((text) => `> ${text} — The manager`),
  sentence.map((text) => `> ${text}\n> — Ada Lovelace`),
  sentence.map((text) => `> ${text}\n>\n> — *Ada Lovelace*, 1843`),
  sentence.map((text) => `> - ${text}\n> - ${text}\n> — Ada Lovelace`),
  sentence.map((text) => `%%\n${text}\n%%`),
  sentence.map((text) => `| a | b |\n|---|---|\n| ${text} | x |`),
);
/** Generates scripts with every kind of spoken, shown and skipped block. */
export const anyScript = fc.array(block, { maxLength: 12 }).map((blocks) => blocks.join('\n\n'));

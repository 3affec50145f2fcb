import { Text } from '@codemirror/state';
import { marked } from 'marked';
import { createParser } from '../../../markdown/parser.ts';
import { Preview } from '../../../renderer/features/scripts/preview/preview.ts';
import { parseSafeNodes } from '../../../renderer/features/scripts/preview/sanitise.ts';
import { sampleScript } from '../sample-script.ts';

const ours = document.querySelector<HTMLElement>('#ours')!;
const full = document.querySelector<HTMLElement>('#full')!;

/** Inserts one letter into a paragraph or a link definition. */
function typeLetter(document: Text, round: number, isDefinition: boolean): { next: Text; at: number } {
  const text = isDefinition ? 'lines/' : ' the ';
  const source = document.toString();
  let at = source.indexOf(
    text,
    isDefinition ? source.length - 700 + (round % 10) * 20 : (source.length * ((round * 37) % 90)) / 100,
  );
  if (at < 0) at = source.lastIndexOf(text);
  at += text.length;
  return { next: document.replace(at, at, Text.of(['x'])), at };
}

/** Times `rounds` keystrokes; marked renders everything, with the same sanitiser. `same` compares the results. */
function comparePreviews(rounds: number): {
  ours: number[];
  full: number[];
  oursDefinition: number[];
  fullDefinition: number[];
  same: boolean;
} {
  let text = Text.of(sampleScript(20_000).split('\n'));
  const preview = new Preview();
  preview.link(ours);
  preview.update(text);
  const result = {
    ours: [] as number[],
    full: [] as number[],
    oursDefinition: [] as number[],
    fullDefinition: [] as number[],
    same: true,
  };
  for (let round = 0; round < rounds; round += 1) {
    const isDefinition = round % 10 === 9;
    const { next, at } = typeLetter(text, round, isDefinition);
    text = next;
    const steps = [
      () => {
        const start = performance.now();
        preview.update(next, { from: at, to: at, toNew: at + 1 });
        (isDefinition ? result.oursDefinition : result.ours).push(performance.now() - start);
      },
      () => {
        const source = next.toString();
        const start = performance.now();
        full.replaceChildren(...parseSafeNodes(marked.parse(source, { async: false, gfm: false })));
        (isDefinition ? result.fullDefinition : result.full).push(performance.now() - start);
      },
    ];
    for (const step of round % 2 === 0 ? steps : steps.reverse()) step();
  }
  result.same = ours.innerHTML === full.innerHTML;
  return result;
}

/** Counts how often the preview differs from a full rendering after random edits of tags that span blocks. */
function countDifferences(rounds: number): number {
  const md = createParser({ html: true });
  const pieces =
    '<div>|</div>|<p>|<b>|</b>|<table>|<tr>|<td>|</td>|</tr>|</table>|<form>|</form>|<select>|</select>|<svg>|</svg>|<math>|<mi>|</math>|<template>|</template>|<!--|-->|<frameset>|<body>|<pre>|</pre>|<li>|<textarea>|</textarea>|\n|\n\n|words |text\n\n|> |- |[a]: /u\n|[a]|[Cue: x]\n\n|```\n|# x\n|"|<div class="|">'.split(
      '|',
    );
  let seed = 11;
  const next = (limit: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * limit);
  };
  let differences = 0;
  for (let round = 0; round < rounds; round += 1) {
    const preview = new Preview();
    preview.link(ours);
    let text = '';
    for (let step = 0; step < 12; step += 1) {
      const from = next(text.length + 1);
      const insert = Array.from({ length: 1 + next(4) }, () => pieces[next(pieces.length)]).join('');
      text = text.slice(0, from) + insert + text.slice(from + next(step > 6 ? 12 : 2));
      preview.update(text);
      full.replaceChildren(...parseSafeNodes(md.render(text)));
      if (ours.innerHTML !== full.innerHTML) differences += 1;
    }
    preview.unlink();
  }
  return differences;
}

Object.assign(window, { comparePreviews, countDifferences });

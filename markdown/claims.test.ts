import { describe, expect, it } from 'vitest';

import {
  findClaim,
  getClaimWords,
  listFirstWords,
  rateNameRecognition,
  findNames,
  Passages,
  toPlainSentence,
  toSentenceKey,
  listSentences,
} from './claims.ts';

describe('sentences of a script', () => {
  it('are found with their positions in the source', () => {
    const text =
      '## 1. Heading 2021\n\nDr. Weber came. **It** rained!\n- A point made.\n> Ask 1999?\n[Cue: 3 trains]\nEnd';
    const sentences = listSentences(text);
    expect(sentences.map((sentence) => sentence.text)).toEqual([
      'Dr. Weber came.',
      '**It** rained!',
      'A point made.',
      'End',
    ]);
    for (const { from, to, text: sentence } of sentences) expect(text.slice(from, to)).toBe(sentence);
  });

  it('leave out pictures', () => {
    const address = `pictures/${'7'.repeat(64)}.png`;
    expect(
      listSentences(`It rained. ![In \\[1994\\]](${address})\n\n![41 people](${address})`).map(
        (sentence) => sentence.text,
      ),
    ).toEqual(['It rained.']);
  });

  it('leave out directions and footnote references', () => {
    const text = 'It rained.[^2] [Cue: 41 trains]\nIt [pause] rained [for *days*][rain].';
    expect(listSentences(text).map((sentence) => sentence.text)).toEqual([
      'It rained.',
      'It [pause] rained [for *days*][rain].',
    ]);
  });

  it('leave out visual cues and the names of speakers', () => {
    const text = 'On-screen: 41 trains in 1994\n**B-ROLL (drone):** Vienna\nHOST: It left in 1994.';
    const sentences = listSentences(text);
    expect(sentences.map((sentence) => sentence.text)).toEqual(['It left in 1994.']);
    for (const { from, to, text: sentence } of sentences) expect(text.slice(from, to)).toBe(sentence);
  });

  it('are found in any text', () => {
    for (const text of ['', '\n\n', '…', '###', '- ', 'こんにちは。世界。', '\r\n', '🚆🚆. 🚆']) {
      for (const { from, to, text: sentence } of listSentences(text)) expect(text.slice(from, to)).toBe(sentence);
    }
  });

  it('are compared by their words, without Markdown marks', () => {
    expect(toPlainSentence('A **bold** [link](https://a.example) and \\* `code`.')).toBe('A bold link and code.');
    expect(toSentenceKey('A *bold* claim!')).toBe(toSentenceKey('a bold  claim.'));
  });
});

describe('claim detection', () => {
  it.each([
    ['The line opened in 1994.', 'date'],
    ['On 3 March it rained.', 'date'],
    ['It carried 41 people.', 'number'],
    ['Nearly a million rode it.', 'number'],
    ['They talked to Maria Gruber about it.', 'name'],
    ['The train goes to Vienna.', 'name'],
    ['It ends in one city: Vienna.', 'name'],
    ['One thing first: Maria Gruber is late.', 'name'],
  ])('detects the claim in %j as a %s', (sentence, kind) => expect(findClaim(sentence)).toBe(kind));

  it.each([
    'It was a long night.',
    'So I said it again.',
    'What happened in 1994?',
    'Nobody knows.',
    'It is ten on a Tuesday in May.',
    'You can rent one on Thursday and fly it on Monday.',
    'And I’ll tell you why.',
    'Let’s open the next chapter: The setting.',
    'Here’s the way we’ll look at it: Do the sum out loud.',
    'Vienna has trains.',
    'One thing first: Vienna has trains.',
    'The military stood miles away from the milling crowd.',
  ])('finds no claim in “%s”', (sentence) => expect(findClaim(sentence)).toBeNull());

  it.each([
    'After the kill.',
    'In the factories of the north.',
    'Two hours and one wrong turn later, the sea.',
    'Not the virus.',
    'Back to the museum.',
    'Another species entirely.',
  ])('finds no claim in the fragment “%s”, which has no verb', (sentence) => expect(findClaim(sentence)).toBeNull());

  it.each([
    ['After the kill, the species vanished.', 'fact'],
    ['In the factories of the north, bacteria kill the yeast.', 'fact'],
    ['Two hours after sunset the bacteria doubled.', 'number'],
    ['Vienna, 1994.', 'date'],
    ['After the kill, 41 wolves.', 'number'],
  ])('still finds the claim in “%s”', (sentence, kind) => expect(findClaim(sentence)).toBe(kind));

  it.each(['Nach dem Patent.', 'Zurück ins Museum.', 'Kein Virus, keine Krankheit.'])(
    'finds no claim in the German fragment “%s”',
    (sentence) => expect(findClaim(sentence, getClaimWords('de'))).toBeNull(),
  );

  it('does not take German nouns for names', () => {
    const german = getClaimWords('Deutsch');
    expect(findClaim('Der Zug fährt durch die Nacht.', german)).toBeNull();
    expect(findClaim('Das war Ende Mai und Anfang Juni.', german)).toBeNull();
    expect(findClaim('Sie sprachen mit Maria Gruber darüber.', german)).toBe('name');
    expect(findClaim('Die ÖBB kaufte neue Wagen.', german)).toBe('name');
    expect(findClaim('Der Zug fährt seit 1994.', german)).toBe('date');
    expect(findClaim('Am 3. Mai war es soweit.', german)).toBe('date');
    expect(findClaim('Fast eine Million fuhr mit.', german)).toBe('number');
  });

  it.each([
    ['The train to Vienna left.', ['Vienna']],
    ['It goes to Vienna’s edge, past Graz, on Monday.', ['Vienna', 'Graz']],
    ['They met Maria Gruber in The Hague.', ['Gruber', 'Hague']],
    ['Trains run. I am late.', []],
    ['It ends in one city: Vienna.', ['Vienna']],
    ['One thing first: The train is late.', []],
  ])('finds one-word names in %j', (sentence, names) => {
    expect(findNames(sentence)).toEqual(names);
  });

  it.each([
    ['“Vienna’s trains run.', ['Vienna']],
    ['**Trains** run.', ['Trains']],
    ['Vienna?', []],
    ['IBM sells.', ['IBM']],
    ['so it is', []],
    ['One thing first: Vienna has trains.', ['One', 'Vienna']],
  ])('finds the first words of %j', (sentence, words) => {
    expect(listFirstWords(sentence)).toEqual(words);
  });

  it('reports how reliably it finds names in a language', () => {
    expect(rateNameRecognition('The night train.', getClaimWords('en'))).toBe('all');
    expect(rateNameRecognition('Der Nachtzug.', getClaimWords('German'))).toBe('some');
    expect(rateNameRecognition('夜行列車が戻ってきた。', getClaimWords('ja'))).toBe('none');
  });

  it.each([
    ['fr', 'Elle est partie le 3 août.', 'date'],
    ['fr', 'L’Autriche a commencé plus tôt.', 'name'],
    ['Français', 'Presque un million de personnes l’ont pris.', 'number'],
    ['it', 'Il 3 marzo pioveva.', 'date'],
    ['Italiano', 'Il treno arriva a Venezia la mattina.', 'name'],
    ['it', 'Quasi due milioni di persone.', 'number'],
    ['pt-BR', 'Saiu em 7 de março.', 'date'],
    ['pt', 'Quase um milhão de pessoas viajou.', 'number'],
    ['es', 'Lo construyó María Moliner en su casa.', 'name'],
    ['Polski', 'Pociąg ruszył 3 stycznia.', 'date'],
    ['pl', 'Pociąg jedzie do Krakowa.', 'name'],
    ['cs', 'Vlak vyjel 5. května.', 'date'],
    ['tr', 'Tren İstanbul’a gidiyor.', 'name'],
    ['nl', 'Bijna een miljoen mensen reisde mee.', 'number'],
    ['sv', 'Nästan 40 procent åkte tåg.', 'number'],
    ['es', 'Fue en el siglo XIX.', 'number'],
  ])('detects claims in %s: %s', (language, sentence, kind) =>
    expect(findClaim(sentence, getClaimWords(language))).toBe(kind),
  );

  it.each([
    ['fr', 'C’était une longue nuit.'],
    ['it', 'Partiamo di lunedì, come sempre.'],
    ['es', '¿Quién viajó a Madrid?'],
    ['pt', 'Ninguém sabe por quê.'],
    ['pl', 'Nikt o tym nie mówi.'],
    ['nl', 'Niemand weet het.'],
  ])('finds no claim in %s: %s', (language, sentence) =>
    expect(findClaim(sentence, getClaimWords(language))).toBeNull(),
  );
});

describe('passage search', () => {
  const passages = [
    { text: 'The night train between Paris and Vienna was started again on 13 December 2021.' },
    { text: 'The night train between Paris and Vienna was started again on 14 December 2022.' },
    { text: 'Sleeping cars are built in Graz.' },
  ];
  const find = (sentence: string) => passages.indexOf(new Passages(passages).find(sentence) ?? { text: '' });

  it('finds a passage verbatim, reworded and by its numbers', () => {
    expect(find('the night train between **Paris** and Vienna was started again on 13 December 2021!')).toBe(0);
    expect(find('On 14 December 2022 the night train from Paris to Vienna started.')).toBe(1);
    expect(find('In Graz they have built the sleeping cars.')).toBe(2);
  });

  it('finds nothing for a sentence with other facts', () => {
    expect(find('On 15 December 2021 the night train from Paris to Vienna started.')).toBe(-1);
    expect(find('The weather was bad.')).toBe(-1);
    expect(find('')).toBe(-1);
  });
});

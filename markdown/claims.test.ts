import { describe, expect, it } from 'vitest';

import {
  claimIn,
  claimWords,
  firstWords,
  namesFound,
  namesIn,
  Passages,
  plainSentence,
  sentenceKey,
  sentencesIn,
} from './claims.ts';

describe('sentences', () => {
  it('stand where they stand in the source', () => {
    const text =
      '## 1. Heading 2021\n\nDr. Weber came. **It** rained!\n- A point made.\n> Ask 1999?\n[Cue: 3 trains]\nEnd';
    const found = sentencesIn(text);
    expect(found.map((one) => one.text)).toEqual(['Dr. Weber came.', '**It** rained!', 'A point made.', 'End']);
    for (const { from, to, text: said } of found) expect(text.slice(from, to)).toBe(said);
  });

  it('bear any text', () => {
    for (const text of ['', '\n\n', '…', '###', '- ', 'こんにちは。世界。', '\r\n', '🚆🚆. 🚆']) {
      for (const { from, to, text: said } of sentencesIn(text)) expect(text.slice(from, to)).toBe(said);
    }
  });

  it('are the same without their marks', () => {
    expect(plainSentence('A **bold** [link](https://a.example) and \\* `code`.')).toBe('A bold link and code.');
    expect(sentenceKey('A *bold* claim!')).toBe(sentenceKey('a bold  claim.'));
  });
});

describe('claims', () => {
  it.each([
    ['The line opened in 1994.', 'date'],
    ['On 3 March it rained.', 'date'],
    ['It carried 41 people.', 'number'],
    ['Nearly a million rode it.', 'number'],
    ['We talked to Maria Gruber about it.', 'name'],
    ['The train goes to Vienna.', 'name'],
    ['It ends in one city: Vienna.', 'name'],
    ['One thing first: Maria Gruber is late.', 'name'],
  ])('%s', (sentence, kind) => expect(claimIn(sentence)).toBe(kind));

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
  ])('%s states nothing', (sentence) => expect(claimIn(sentence)).toBeNull());

  it('takes no noun for a name where all nouns have capitals', () => {
    const german = claimWords('Deutsch');
    expect(claimIn('Der Zug fährt durch die Nacht.', german)).toBeNull();
    expect(claimIn('Das war Ende Mai und Anfang Juni.', german)).toBeNull();
    expect(claimIn('Wir sprachen mit Maria Gruber darüber.', german)).toBe('name');
    expect(claimIn('Die ÖBB kaufte neue Wagen.', german)).toBe('name');
    expect(claimIn('Der Zug fährt seit 1994.', german)).toBe('date');
    expect(claimIn('Am 3. Mai war es soweit.', german)).toBe('date');
    expect(claimIn('Fast eine Million fuhr mit.', german)).toBe('number');
  });

  it.each([
    ['The train to Vienna left.', ['Vienna']],
    ['It goes to Vienna’s edge, past Graz, on Monday.', ['Vienna', 'Graz']],
    ['They met Maria Gruber in The Hague.', ['Gruber', 'Hague']],
    ['Trains run. I am late.', []],
    ['It ends in one city: Vienna.', ['Vienna']],
    ['One thing first: The train is late.', []],
  ])('finds names of one word in %j', (sentence, names) => {
    expect(namesIn(sentence)).toEqual(names);
  });

  it.each([
    ['“Vienna’s trains run.', ['Vienna']],
    ['**Trains** run.', ['Trains']],
    ['Vienna?', []],
    ['IBM sells.', ['IBM']],
    ['so it is', []],
    ['One thing first: Vienna has trains.', ['One', 'Vienna']],
  ])('says what %j begins with', (sentence, words) => {
    expect(firstWords(sentence)).toEqual(words);
  });

  it('says how far it finds names', () => {
    expect(namesFound('The night train.', claimWords('en'))).toBe('all');
    expect(namesFound('Der Nachtzug.', claimWords('German'))).toBe('some');
    expect(namesFound('夜行列車が戻ってきた。', claimWords('ja'))).toBe('none');
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
  ])('in %s: %s', (language, sentence, kind) => expect(claimIn(sentence, claimWords(language))).toBe(kind));

  it.each([
    ['fr', 'C’était une longue nuit.'],
    ['it', 'Partiamo di lunedì, come sempre.'],
    ['es', '¿Quién viajó a Madrid?'],
    ['pt', 'Ninguém sabe por quê.'],
    ['pl', 'Nikt o tym nie mówi.'],
    ['nl', 'Niemand weet het.'],
  ])('in %s, %s states nothing', (language, sentence) => expect(claimIn(sentence, claimWords(language))).toBeNull());
});

describe('passages', () => {
  const passages = [
    { text: 'The night train between Paris and Vienna was started again on 13 December 2021.' },
    { text: 'The night train between Paris and Vienna was started again on 14 December 2022.' },
    { text: 'Sleeping cars are built in Graz.' },
  ];
  const find = (sentence: string) => passages.indexOf(new Passages(passages).find(sentence) ?? { text: '' });

  it('are found word for word and in other words, by their numbers', () => {
    expect(find('the night train between **Paris** and Vienna was started again on 13 December 2021!')).toBe(0);
    expect(find('On 14 December 2022 the night train from Paris to Vienna started.')).toBe(1);
    expect(find('In Graz they have built the sleeping cars.')).toBe(2);
  });

  it('are not found for what they do not say', () => {
    expect(find('On 15 December 2021 the night train from Paris to Vienna started.')).toBe(-1);
    expect(find('The weather was bad.')).toBe(-1);
    expect(find('')).toBe(-1);
  });
});

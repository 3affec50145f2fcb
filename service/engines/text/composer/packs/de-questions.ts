import type { LanguagePack } from '../language-pack.ts';

export const deNaming: LanguagePack['naming'] = {
  numbers:
    'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|fünfzehn|zwanzig|dreißig|vierzig|fünfzig|ein Dutzend',
  units:
    /^(?:Sekunden?|Minuten?|Stunden?|Tagen?|Nächten?|Wochen?|Monaten?|Jahren?|Jahrzehnten?|Prozent|Grad|Gramm|Kilos?|Kilogramm|Pfund|Litern?|Metern?|Kilometern?|Zentimetern?|Millimetern?|Dezibel|Euro|Cent|Dollar|Watt|Uhr|Wörtern?|Punkten?)$/,
  durations: /^(?:Sekunden?|Minuten?|Stunden?|Tagen?|Nächten?|Wochen?|Monaten?|Jahren?|Jahrzehnten?)$/,
  persons:
    /^(?:\p{L}*(?:[Mm]utter|[Vv]ater|[Oo]ma|[Oo]pa|[Tt]ante|[Oo]nkel|[Ss]chwester|[Bb]ruder|[Tt]ochter|[Ff]reunde?n?|[Ff]reundin|[Nn]achbarn?|[Nn]achbarin|[Ll]ehrer|[Ss]chaffner|[Bb]auer|[Cc]hef|[Ff]ahrer|[Hh]ändler|[Ss]timmer|mann|frau|leute|meister)|Eltern|Sohn|Ärztin|Arzt)$/u,
  determiners:
    /(?<![\p{L}\p{N}-])(?:mein|meine|meinen|meinem|meiner|unser|unsere|unseren|unserem|unserer|der|die|das|den|dem|des|ein|eine|einen|einem|einer)\s/giu,
  general:
    /^(?:Zeit|Ding|Dinge|Jahr|Jahre|Monat|Woche|Tag|Tage|Stunde|Minute|Sekunde|Moment|Mal|Leute|Menschen|Teil|Teile|Ort|Grund|Rest|Ergebnis|Unterschied|Beispiel|Idee|Frage|Antwort|Video|Kanal|Skript|Zahl|Paar|Hälfte|Dutzend|Fall|Seite|Mitte|Anfang|Ende|Vergangenheit|Zukunft|Morgen|Abend|Nacht|Wort|Worte|Weg|Art|Weise|Sache|Problem|Wahrheit|Stock|Norden|Süden|Osten|Westen|Weihnachten|Ostern|Internet)$/,
  adjectives: null,
  addressed: (_determiner, noun) => noun,
};

export const deQuestions: LanguagePack['questions'] = {
  clause: [],
  count: [
    '„{x}“: Womit würdest du anfangen, und warum?',
    '„{x}“: Was hat dich dabei am meisten überrascht?',
    '„{x}“: Was haben sie gemeinsam?',
  ],
  measure: ['„{x}“: Ist das mehr oder weniger, als du erwartet hast?', '„{x}“: Womit könnte man das vergleichen?'],
  name: [],
  thing: [
    '„{x}“: Was hat dich daran überrascht?',
    '„{x}“: Was sollte man darüber wissen?',
    '„{x}“: Wie zeigst du das in einer einzigen Einstellung?',
  ],
  said: [
    'Du sagst „{x}“. Wie hast du das herausgefunden?',
    'Du sagst „{x}“. Was bedeutet das für die Leute, die zusehen?',
    'Du sagst „{x}“. Was ist passiert, dass du das sagst?',
  ],
  points: [
    'Du hast {x} notiert. Was gibt es dazu zu sagen, in ein oder zwei Sätzen?',
    'Du hast {x} notiert. Was sollte man darüber wissen?',
    'Du hast {x} notiert. Wie würdest du das einer Freundin erzählen?',
  ],
  duration: [
    '„{x}“: Was ist in dieser Zeit passiert?',
    '„{x}“: Womit könnte man das vergleichen?',
    '„{x}“: Ist das mehr oder weniger, als du erwartet hast?',
  ],
  person: [
    '„{x}“: Was ist dir davon im Gedächtnis geblieben, ein Satz oder eine Geste?',
    '„{x}“: Welche Beschreibung passt in einen Satz?',
  ],
  advice: ['„{x}“: Was geht sonst schief?', '„{x}“: Woran merkt man, dass es geklappt hat?'],
  told: ['Du sagst „{x}“. Was ist gleich danach passiert?', 'Du sagst „{x}“. Was würdest du heute anders machen?'],
  seen: ['Du hast {x} notiert. Was sagst du, während man es sieht?', 'Du hast {x} notiert. Was soll dabei auffallen?'],
  note: ['Du hast {x} notiert. Wie lauten deine Worte dafür?', 'Du hast {x} notiert. Wie sagst du das in zwei Sätzen?'],
  opening: ['Womit soll {x} anfangen?', 'Warum machst du {x} gerade jetzt?'],
  closing: [
    'Was soll man selbst versuchen, wenn man {x} gesehen hat?',
    'Was sollen die Leute in die Kommentare schreiben, wenn sie {x} gesehen haben?',
  ],
  title: [
    'Welche Zahl gehört in dieses Video, und woher kommt sie?',
    'Was hast du mit eigenen Augen gesehen, das hierher gehört?',
    'Aus welchem deiner Fehler könnte man hier lernen?',
    'Wer hat dir dabei geholfen, und wie?',
    'Welches Bild könnte für all das stehen?',
    'Wer würde dir widersprechen, und womit?',
    'Was hast du darüber geglaubt, das nicht gestimmt hat?',
    'Was würde jemand als Erstes fragen, der neu darin ist?',
    'Was hat am längsten gedauert, und hat es sich gelohnt?',
    'Was lässt du weg, und warum?',
  ],
};

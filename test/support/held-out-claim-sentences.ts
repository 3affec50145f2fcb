// @wc-ignore-file
import { parseSentences, type LabelledSentence } from './claim-sentences.ts';

/** Sentences on many topics, with fragments as in scripts, labelled before anything was measured on them. */
export const HELD_OUT_SENTENCES: readonly LabelledSentence[] = [
  {
    language: 'en',
    claims: `
The recipe for ketchup originally had no tomatoes in it.
Goats climb argan trees to eat the fruit.
The museum keeps ninety percent of its collection in storage.
Wool keeps insulating when it is wet.
The last typewriter factory in Britain shut in 2012.
Kyoto was the capital before Tokyo.
Sugar in soft drinks fell by almost half after the tax.
A hummingbird's heart beats more than a thousand times a minute.
The designers of the Segway expected to sell ten thousand a week.
Most allergies begin in childhood.
The marathon record has dropped by over fifty minutes since 1908.
Cast iron holds heat longer than steel.
Denmark has more pigs than people.
Venetian glassmakers were forbidden to leave the island of Murano.
Microwaves heat the water in food.
The dam displaced more than a million people.
Trees in a city lower the temperature of the street.
The library burned down twice in the same century.
Python was named after a comedy group.
Seahorse fathers carry the young.`,
    rest: `
After the kill.
A long corridor, one lamp, no sound.
Not a word from anyone.
Back to the kitchen.
Just a hammer, some glue and a lot of swearing.
No plan, no map.
She folded the letter and put it under the clock.
The soup tasted of smoke and forgiveness.
This one surprised everybody on the team.
Rinse the rice until the water runs clear.
The neighbours still talk about it.
Courage is mostly stubbornness.
Half an hour later the tent was in a tree.
Look for the smallest screw.
The dog knew before any of us did.
It gets worse.
Behind the counter, a boy of maybe twelve.
Bigger is not always better.
A good boss says thank you.
Then came the invoice.`,
  },
  {
    language: 'de',
    claims: `
Ketchup enthielt ursprünglich keine Tomaten.
Wolle wärmt auch im nassen Zustand.
Dänemark hat mehr Schweine als Einwohner.
Das Museum zeigt nur ein Zehntel seiner Sammlung.
Die Bibliothek brannte im selben Jahrhundert zweimal ab.
Gusseisen speichert Wärme länger als Stahl.
Die Elbe trat im August 2002 über die Ufer.
Seepferdchen-Väter tragen den Nachwuchs aus.
Bäume senken die Temperatur in der Straße.
Die Zahl der Bäckereien hat sich seit der Wende halbiert.`,
    rest: `
Nach dem Abschuss.
Ein langer Flur, eine Lampe, kein Geräusch.
Zurück in die Küche.
Sie faltete den Brief und legte ihn unter die Uhr.
Die Nachbarn reden heute noch davon.
Mut ist vor allem Sturheit.
Dann kam die Rechnung.
Spül den Reis, bis das Wasser klar bleibt.
Kein Plan, keine Karte.
Eine halbe Stunde später hing das Zelt im Baum.`,
  },
].flatMap(parseSentences);

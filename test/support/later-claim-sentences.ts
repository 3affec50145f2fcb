// @wc-ignore-file
import { parseSentences, type LabelledSentence } from './claim-sentences.ts';

/** Story-like sentences, written after the first measurements; the rules were improved on them once more. */
export const STORY_SENTENCES: readonly LabelledSentence[] = [
  {
    language: 'en',
    claims: `
The lighthouse was switched off when ships got satellite navigation.
Beavers change the course of entire rivers.
Almost every pencil in the world is painted yellow because of one Czech company.
Duolingo makes most of its money from subscriptions.
The moon landing was watched by 600 million people.
Salt used to be worth more than its weight in silver.
Helsinki ran a whole year without a single pedestrian death.
Old newspapers turn yellow because of lignin.
The shipping container cut the cost of loading a ship by more than ninety percent.
Crows hold grudges against particular humans.
A typical wind turbine pays back its energy within a year.
Hungary taxed crisps and energy drinks.
The strike lasted nine weeks and ended without a deal.
The drummer on that record was sixteen.
Ninety percent of the internet runs through cables at the bottom of the sea.
Polar bears have black skin.
Johannes Gutenberg died poor.
Bread flour has more protein than cake flour.
Sweden imports rubbish to burn it for heat.
Wimbledon banned coloured clothes in the sixties.
The word robot comes from a Czech play.
Muscle weighs more than fat.
The city removed the motorway and the traffic did not come back.
Eating carrots does not improve your eyesight.
The Suez Canal was blocked for six days.`,
    rest: `
Every morning the same dog sat at the same corner.
The kettle had gone cold by the time she answered.
Pick a colour you can live with.
Nothing prepares you for that silence.
There were maybe forty people in the room.
Mara shrugged and went back to work.
Simple, right?
Write down three things you want to change.
The rest is up to you.
A good story starts with a problem.
The room smelled of wet wool and coffee.
Sometimes the answer is no.
By the second day my knees had given up.
Take a breath.
The man at the counter did not even look up.
One more thing before we go.
All of that for a sandwich.
Let's rewind to 2015.
The tricky part is the hinge.
Four takes later, I gave up on the joke.
A cheap brush will ruin an expensive paint.
Somewhere behind the hills a train whistled.
Bear with me.
Nobody wants to hear that.
The last slice is always the best one.`,
  },
  {
    language: 'de',
    claims: `
Der Teufelskreis begann mit einem Kredit der Weltbank.
Krähen erkennen Menschen am Gesicht.
Die Stadt hat ihre Straßenbahn 1978 abgeschafft und vierzig Jahre später wieder gebaut.
Salz war im Mittelalter teuer.
Wespen bestäuben Blumen.
Der Strom in Norwegen kommt fast ganz aus Wasserkraft.
Roggenbrot hält länger als Weizenbrot.
Die Fähre sank in weniger als einer Stunde.
Nur ein kleiner Teil des Plastiks wird wirklich wiederverwertet.
Bach hatte zwanzig Kinder.
Das erste Tor der Bundesliga schoss Timo Konietzka.
Olivenöl brennt bei etwa 190 Grad an.
Der Streik dauerte neun Wochen.
Gähnen ist ansteckend.
Holz arbeitet, wenn sich die Feuchtigkeit ändert.`,
    rest: `
Der Kaffee war längst kalt.
Jeden Morgen saß derselbe Hund an derselben Ecke.
Such dir eine Farbe aus, mit der du leben kannst.
Der Mann am Schalter blickte nicht einmal auf.
Manchmal ist die Antwort nein.
Eine gute Geschichte beginnt mit einem Problem.
Vier Versuche später habe ich aufgegeben.
Der Rest liegt bei dir.
Atme einmal durch.
Irgendwo hinter den Hügeln pfiff ein Zug.
Das will niemand hören.
Ein billiger Pinsel ruiniert die beste Farbe.
Das Schwierige ist das Scharnier.
Noch etwas, bevor wir gehen.
Am zweiten Tag taten mir die Knie weh.`,
  },
  {
    language: 'fr',
    claims: `
Le sel valait plus cher que l'argent.
Les corbeaux reconnaissent les visages humains.
Le canal de Suez a été bloqué pendant six jours.`,
    rest: `
Le café était froid depuis longtemps.
Parfois, la réponse est non.
Respirez un bon coup.`,
  },
  {
    language: 'es',
    claims: `
El canal de Suez estuvo bloqueado seis días.
Los cuervos reconocen las caras humanas.
Bach tuvo veinte hijos.`,
    rest: `
El café ya estaba frío.
A veces la respuesta es no.
Respira hondo.`,
  },
  {
    language: 'it',
    claims: `
Il canale di Suez rimase bloccato per sei giorni.
Bach ebbe venti figli.`,
    rest: `
Il caffè era ormai freddo.
A volte la risposta è no.`,
  },
  {
    language: 'nl',
    claims: `
Zout was vroeger duurder dan zilver.
Bach had twintig kinderen.`,
    rest: `
De koffie was al lang koud.
Soms is het antwoord nee.`,
  },
].flatMap(parseSentences);

/** Sentences written after the last change of the rules. */
export const UNSEEN_SENTENCES: readonly LabelledSentence[] = [
  {
    language: 'en',
    claims: `
The ski lift opened the same winter the factory shut.
Foxes in cities live shorter lives than foxes in the countryside.
The vaccine was ready in eleven months.
Most people blink less when they look at a screen.
Ikea sells a billion meatballs a year.
The glacier has lost half its thickness since the survey.
Bamboo can grow a metre in a single day.
Mozart never owned a house.
The ferry company went bankrupt last spring.
Spiders are not insects.
Cheddar was first made in a village in Somerset.
Blue paint was once reserved for the Virgin Mary.
The airline flies to 38 countries.
Lead pipes poisoned the drinking water in Flint.
A cubic metre of snow weighs up to half a tonne.
Oslo made its city centre almost car free.
The prime minister resigned after 44 days.
Running shoes lose their cushioning after about 700 kilometres.
The violinist learned the piece by ear.
Rabbits cannot vomit.`,
    rest: `
The door was open and the lights were on.
Some mornings you just know.
Fold the corners in like an envelope.
He laughed until the waiter came over.
The trick is to stop before you think you should.
Nothing on that shelf was worth keeping.
A quick word about the weather.
The silence in the car lasted until the border.
Give it a minute.
Every house has a drawer like that.
Two hours and one wrong turn later, the sea.
The plan was simple.
That smile told me everything.
Good luck finding a parking space.
Old habits die hard.
The last bus had left.
Ready?
Put the lid on and walk away.
The crowd went quiet.
Never trust a recipe without salt.`,
  },
  {
    language: 'de',
    claims: `
Füchse werden in Städten nicht so alt wie auf dem Land.
Der Impfstoff war nach elf Monaten fertig.
Spinnen sind keine Insekten.
Mozart besaß nie ein eigenes Haus.
Bambus wächst bis zu einem Meter am Tag.
Der Gletscher hat seit der Vermessung die Hälfte seiner Dicke verloren.
Die Reederei ging im Frühjahr pleite.
Ein Kubikmeter Schnee kann eine halbe Tonne wiegen.
Blei im Trinkwasser schädigt das Gehirn.
Tee wird seit dem 17. Jahrhundert nach Europa verschifft.`,
    rest: `
Die Tür stand offen, und das Licht brannte.
Manchmal weiß man es einfach.
Klapp die Ecken ein wie bei einem Umschlag.
Er lachte, bis der Kellner kam.
Der Plan war einfach.
Der letzte Bus war weg.
Alte Gewohnheiten sterben langsam.
Gib ihm eine Minute.
Die Stille im Auto hielt bis zur Grenze.
Ein kurzes Wort zum Wetter.`,
  },
].flatMap(parseSentences);

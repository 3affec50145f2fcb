// @wc-ignore-file
/**
 * A sentence as in scripts, labelled by hand: `true` states a fact about the world that somebody could look up, `false`
 * does not (opinions, plans, instructions, questions, scenes of a story, the speaker's experiences, talk to the
 * viewer).
 */
export interface LabelledSentence {
  readonly language: string;
  readonly text: string;
  readonly isClaim: boolean;
}

const ENGLISH = {
  claims: `
The Eiffel Tower was finished in March 1889.
Octopuses have three hearts.
Roughly one in five adults in Britain cannot swim a single length.
The first iPhone had no app store.
Mount Everest grows by about four millimetres a year.
Napoleon was not short for his time.
Honey found in Egyptian tombs was still edible.
Norway gets almost all of its electricity from water.
The human nose can tell more than a trillion smells apart.
Sourdough is older than commercial yeast by several thousand years.
Venus spins in the opposite direction to most planets.
The company laid off a third of its staff before Christmas.
Bananas are berries, and strawberries are not.
In 1967, Sweden switched from driving on the left to driving on the right.
Lightning strikes the Empire State Building about twenty times a year.
Rice feeds more than half of the people on earth.
The Titanic's lifeboats had room for only 1,178 people.
Cold water does not boil faster than hot water.
Marie Curie is the only person to win Nobel Prizes in two different sciences.
The tunnel cuts the journey from two hours to eighteen minutes.
Sharks existed before trees did.
Vinyl records outsold CDs for the first time since the eighties.
The average American throws away a hundred kilos of food every year.
Woodpeckers wrap their tongues around their skulls.
Concrete produces about eight percent of the world's carbon emissions.
The Bank of England was founded to pay for a war.
A blue whale's heart weighs as much as a small piano.
Iceland has no mosquitoes.
The study followed 12,000 nurses for thirty years.
Minecraft is the best-selling video game of all time.
Light takes eight minutes to get here from the sun.
The Romans built with concrete that sets under water.
Nobody has walked on the moon since December 1972.
Tomatoes came to Europe from South America.
The bridge collapsed four months after it opened.
Most of the gold ever mined came from South Africa.
Sleep deprivation slows your reaction time as much as alcohol does.
London's Great Fire started in a bakery on Pudding Lane.
Fewer than 3,000 tigers are left in Indian forests.
Wombats produce cube-shaped droppings.
The film made back its budget in its first weekend.
Copper kills most bacteria within hours.
Germany closed its last nuclear plants in April 2023.
Glass is made mostly of sand.
A marathon is 42.195 kilometres because of the British royal family.
The patent expired in 2009.
Caffeine stays in your blood for about ten hours.
Antarctica is the driest continent.
Women in Switzerland could not vote until 1971.
The keyboard layout we use was designed for typewriters.
Ferrari started out as a racing team for Alfa Romeo.
Sea levels have risen by twenty centimetres since 1900.
Coffee is the second most traded commodity after oil.
The Great Wall of China is not visible from space.
Kodak invented the digital camera and then ignored it.
Bees can recognise human faces.
Rents in Lisbon have doubled in ten years.
The stock lost ninety percent of its value in a week.
Penicillin was discovered by accident.
The last passenger pigeon died in a zoo in Cincinnati.
Amsterdam has more bicycles than people.
Cats sleep between twelve and sixteen hours a day.
Trains in Japan are on average less than a minute late.
The violin in this recording was built by Stradivari.
Vitamin C does not prevent colds.`,
  rest: `
So let's get started.
I think this is the most beautiful city in Europe.
Set the oven to 200 degrees and wait ten minutes.
What would you do with a million dollars?
In the next fifteen minutes, I'll show you how to fix it.
My grandmother Ana taught me this recipe.
Honestly, I was terrified.
Don't forget to subscribe.
Cut the board to 40 centimetres and sand both edges.
We got up at five and drove to Bristol.
You can see it right there, behind Tom.
That's a lot of bread.
If you only remember one thing, make it this.
Step 3: drill the holes.
Maybe Sarah was right all along.
And then nothing happened for a very long time.
Part two comes out on Friday.
I have baked this loaf 40 times, and it failed 39 times.
Imagine standing in Rome with no map and no phone.
Thanks to Squarespace for sponsoring this video.
It felt like summer had forgotten us.
Here's the thing.
Let me know in the comments which of the three you like best.
Good design should get out of your way.
Nobody asked me, but I'd paint it green.
Chapter 4, the long way home.
Why did everyone leave Detroit?
I'm Priya, and this is the third time I've tried this.
Add two tablespoons of sugar and stir.
Now it gets interesting.
You're probably wondering how much this cost me.
Hold the phone at arm's length.
The best camera is the one you have with you.
I wish I had known that ten years ago.
Suppose the price goes up by five percent tomorrow.
We'll come back to Newton in a moment.
It was raining, of course.
Please be kind to each other.
And that, my friends, is how you lose a boat.
I paid 80 euros for this chair at a flea market.
Take the second street on the left, then walk towards the church.
Look at the size of this thing!
It might take two weeks, it might take two years.
There is something magical about empty stations.
Click the link below to get 20 percent off.
My brother called me on Tuesday and said the car was gone.
Do not try this at home.
This is my favourite part of the whole trip.
We should all spend less time on our phones.
First, a confession.
I promised you 10 tips, so here's number seven.
Everything after that is a blur.
Okay, so what went wrong?
You deserve better than that.
Remember the blue box from the beginning?
To me, Dylan never wrote a better song.
Mix flour, water and salt, and leave it overnight.
He looked at me as if I had stolen his dog.
Next week we're flying to Oslo.
There has to be a better way.
Fifty steps later I was out of breath.
Let's say you earn 3,000 a month.
I could not stop laughing.
Jump to minute nine if you already know the basics.
And I would do it all over again.`,
};

const GERMAN = {
  claims: `
Der Kölner Dom wurde erst 1880 fertig.
Ein Regenwurm hat fünf Herzpaare.
Die Bahn kam im letzten Jahr bei jedem dritten Fernzug zu spät.
Bienen sehen ultraviolettes Licht.
Österreich verbot den Bau von Atomkraftwerken nach einer Volksabstimmung.
Der Bodensee ist an seiner tiefsten Stelle 251 Meter tief.
Kartoffeln kamen mit den Spaniern nach Europa.
In Deutschland werden jedes Jahr rund 11 Millionen Tonnen Lebensmittel weggeworfen.
Die Erfindung des Buchdrucks machte Bücher billiger.
Beethoven war taub, als seine neunte Sinfonie uraufgeführt wurde.
Die meisten Vulkane liegen rund um den Pazifik.
Siemens verkaufte seine Handysparte an einen Konzern aus Taiwan.
Ein Liter Benzin enthält mehr Energie als zehn Kilo Batterien.
Schokolade ist für Hunde giftig.
Das Matterhorn wurde zum ersten Mal im Juli 1865 bestiegen.
Die Donau fließt durch zehn Länder.
Der Verbrauch von Zucker hat sich seit dem Krieg verdoppelt.
Pinguine leben nur auf der Südhalbkugel.
Die Berliner Mauer stand 28 Jahre lang.
Lego wurde von einem dänischen Tischler gegründet.
Etwa zwei Drittel der Erde sind mit Wasser bedeckt.
Die Firma Zeiss wurde nach dem Krieg geteilt.
Hummeln können bei fünf Grad noch fliegen.
Im Mittelalter trugen auch Männer hohe Absätze.
Die Miete in München ist in zehn Jahren um 60 Prozent gestiegen.
Der Euro wurde 2002 als Bargeld eingeführt.
Fledermäuse sind die einzigen Säugetiere, die aktiv fliegen.
Die Schweiz hat vier Landessprachen.
Goethe arbeitete jahrelang als Minister in Weimar.
Aluminium war einmal teurer als Gold.
Der Mond entfernt sich jedes Jahr knapp vier Zentimeter von der Erde.
Hamburg hat mehr Brücken als Venedig.
Der Film wurde in nur 19 Tagen gedreht.
Glas besteht vor allem aus Sand.
Die Sahara war vor sechstausend Jahren grün.
VW stellte die Produktion des Käfers in Mexiko ein.
Eichhörnchen vergessen einen großen Teil ihrer Verstecke.
Der längste Tunnel der Welt führt durch den Gotthard.
Kaffee entzieht dem Körper kein Wasser.
Das Patent lief in den neunziger Jahren aus.
Nur drei Prozent des Wassers auf der Erde sind Süßwasser.
Die Olympischen Spiele von 1940 fielen aus.
Ein Blitz ist heißer als die Oberfläche der Sonne.
Wale stammen von Landtieren ab.
Die Stiftung befragte 4000 Jugendliche in acht Ländern.`,
  rest: `
Fangen wir an.
Ich finde, das ist die schönste Stadt Europas.
Heiz den Ofen auf 220 Grad vor.
Was würdest du mit einer Million machen?
In den nächsten zehn Minuten zeige ich dir, wie das geht.
Meine Oma Hilde hat mir das beigebracht.
Ehrlich gesagt hatte ich Angst.
Vergiss nicht, den Kanal zu abonnieren.
Schneide das Brett auf 30 Zentimeter und schleife die Kanten.
Wir sind um fünf aufgestanden und nach Graz gefahren.
Und dann passierte lange nichts.
Teil zwei kommt am Freitag.
Stell dir vor, du stehst in Wien ohne Karte und ohne Handy.
Schreib mir in die Kommentare, welches der drei dir am besten gefällt.
Gutes Werkzeug macht sich unsichtbar.
Schritt 4: Löcher bohren.
Warum sind alle aus dieser Stadt weggezogen?
Ich heiße Jonas, und das ist mein dritter Versuch.
Zwei Esslöffel Zucker dazugeben und rühren.
Jetzt wird es spannend.
Vielleicht hatte Anna die ganze Zeit recht.
Das hätte ich gern vor zehn Jahren gewusst.
Angenommen, der Preis steigt morgen um fünf Prozent.
Auf Einstein kommen wir gleich zurück.
Es regnete natürlich.
Den Stuhl habe ich für 80 Euro auf dem Flohmarkt gekauft.
Nimm die zweite Straße links und geh dann auf die Kirche zu.
Schau dir mal an, wie groß das ist!
Es kann zwei Wochen dauern oder zwei Jahre.
Leere Bahnhöfe haben etwas Magisches.
Mit dem Link unten bekommst du 20 Prozent Rabatt.
Mein Bruder rief am Dienstag an und sagte, das Auto sei weg.
Bitte nicht nachmachen.
Das ist mein liebster Teil der ganzen Reise.
Wir sollten alle weniger aufs Handy schauen.
Zuerst ein Geständnis.
Ich habe dir 10 Tipps versprochen, hier ist Nummer sieben.
Danach ist alles verschwommen.
Na gut, was ist schiefgegangen?
Für mich hat Udo Lindenberg nie ein besseres Lied geschrieben.
Er sah mich an, als hätte ich seinen Hund gestohlen.
Nächste Woche fliegen wir nach Oslo.
Es muss doch einen besseren Weg geben.
Sagen wir, du verdienst 3000 Euro im Monat.
Ich würde es sofort wieder tun.`,
};

/** Were written for each language: eight, eight, six, six, six, three and three of either kind. */
const OTHER_SENTENCES: readonly { readonly language: string; readonly claims: string; readonly rest: string }[] = [
  {
    language: 'fr',
    claims: `
La tour Eiffel devait être démontée en 1909.
Les fourmis ne dorment presque jamais.
La France compte plus de mille fromages.
Le TGV a battu un record de vitesse en avril 2007.
Le chocolat contient de la caféine.
Paris a perdu 120 000 habitants en dix ans.
Victor Hugo a écrit une partie des Misérables en exil.
Près de la moitié du blé européen vient de cinq pays.`,
    rest: `
Alors, on commence.
Je crois que c'est la plus belle ville du monde.
Faites cuire à feu doux pendant 20 minutes.
Qui a construit ce pont ?
On se retrouve jeudi pour la deuxième partie.
Ma grand-mère Jeanne m'a appris cette recette.
Imaginez que vous gagniez 3 000 euros par mois.
Franchement, j'avais peur.`,
  },
  {
    language: 'es',
    claims: `
La Sagrada Familia empezó a construirse en 1882.
Los pulpos tienen sangre azul.
España produce casi la mitad del aceite de oliva del mundo.
Cervantes estuvo cinco años preso en Argel.
El agua cubre más del setenta por ciento del planeta.
El metro de Madrid se inauguró en octubre de 1919.
La patata llegó a Europa desde los Andes.
El precio de la vivienda subió un 12 por ciento el año pasado.`,
    rest: `
Vamos a empezar.
Creo que es la ciudad más bonita del mundo.
Pon el horno a 180 grados y espera diez minutos.
¿Quién construyó este puente?
Nos vemos el jueves con la segunda parte.
Mi abuela Carmen me enseñó esta receta.
Imagina que ganas 3.000 euros al mes.
La verdad, tenía mucho miedo.`,
  },
  {
    language: 'it',
    claims: `
Il Colosseo fu inaugurato nell'anno 80.
I polpi hanno tre cuori.
L'Italia ha più siti UNESCO di qualsiasi altro paese.
Galileo non inventò il telescopio.
Il treno impiega tre ore da Roma a Milano.
Quasi un terzo del cibo prodotto finisce nella spazzatura.`,
    rest: `
Allora, cominciamo.
Secondo me è la città più bella del mondo.
Cuocete la pasta per otto minuti.
Chi ha costruito questo ponte?
Ci vediamo giovedì con la seconda parte.
Mia nonna Lucia mi ha insegnato questa ricetta.`,
  },
  {
    language: 'nl',
    claims: `
De Afsluitdijk werd in 1932 voltooid.
Nederland telt meer fietsen dan inwoners.
Een octopus heeft negen hersenen.
Philips begon met gloeilampen in Eindhoven.
Ongeveer een kwart van het land ligt onder de zeespiegel.
De trein doet er vijf uur over naar Berlijn.`,
    rest: `
Laten we beginnen.
Ik vind dit de mooiste stad van Europa.
Verwarm de oven voor op 200 graden.
Wie heeft deze brug gebouwd?
Tot donderdag, dan volgt deel twee.
Mijn oma Truus heeft me dit geleerd.`,
  },
  {
    language: 'pt',
    claims: `
O terramoto de Lisboa foi em 1755.
Portugal é o maior produtor de cortiça do mundo.
O café chegou ao Brasil no século XVIII.
As girafas dormem menos de duas horas por dia.
A ponte tem 17 quilómetros de comprimento.
Fernando Pessoa publicou apenas um livro em português em vida.`,
    rest: `
Vamos começar.
Acho que é a cidade mais bonita do mundo.
Ponha o forno a 180 graus.
Quem construiu esta ponte?
Até quinta-feira, com a segunda parte.
A minha avó Rosa ensinou-me esta receita.`,
  },
  {
    language: 'pl',
    claims: `
Pałac Kultury ukończono w 1955 roku.
Warszawa została zniszczona w ponad 80 procentach.
Mikołaj Kopernik studiował w Krakowie.`,
    rest: `
No to zaczynamy.
Moim zdaniem to najpiękniejsze miasto w Europie.
Kto zbudował ten most?`,
  },
  {
    language: 'sv',
    claims: `
Vasaskeppet sjönk 1628 i Stockholm.
Sverige har över 200 000 öar.
Bin kan känna igen ansikten.`,
    rest: `
Nu sätter vi igång.
Jag tycker att det är Europas vackraste stad.
Vem byggde den här bron?`,
  },
];

/** Parses lists with one sentence per line. */
export const parseSentences = (source: { language: string; claims: string; rest: string }): LabelledSentence[] => [
  ...splitLines(source.claims).map((text) => ({ language: source.language, text, isClaim: true })),
  ...splitLines(source.rest).map((text) => ({ language: source.language, text, isClaim: false })),
];

const splitLines = (text: string): string[] => text.trim().split('\n');

const sentences: readonly LabelledSentence[] = [
  { language: 'en', ...ENGLISH },
  { language: 'de', ...GERMAN },
  ...OTHER_SENTENCES,
].flatMap(parseSentences);

/** The rules were tuned on every second sentence; the others evaluate them. */
export const CLAIM_SENTENCES = {
  tuning: sentences.filter((_, index) => index % 2 === 0),
  evaluation: sentences.filter((_, index) => index % 2 === 1),
} as const;

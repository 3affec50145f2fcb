/** Realistic briefs in four languages for every kind of video. */
import type { TextBrief } from '../text-engine.ts';

export const EMPTY_BRIEF: TextBrief = {
  title: '',
  topic: '',
  angle: '',
  language: '',
  targetWords: 1000,
  template: null,
  voice: null,
  researchTexts: [],
  researchUrls: [],
  audience: '',
  prompt: '',
};

export const RIVER: TextBrief = {
  ...EMPTY_BRIEF,
  title: 'How the Thames came back to life',
  topic:
    'How a river that was declared biologically dead became one of the cleanest city rivers in Europe. The story of sewers, laws and patient people.',
  angle: 'Told from the water, not from the bank',
  hook: 'In 1957 you could smell the Thames before you could see it.',
  language: 'English',
  audience: 'People who live near a river',
  researchTexts: [
    'The Natural History Museum declared the Thames biologically dead in 1957. Oxygen levels in the tidal river had fallen close to zero.\n\n- Bombing had destroyed several sewage works.\n- Salmon were caught again in 1974.\nSeals breed in the estuary, and seahorses have been found as far up as Greenwich.',
  ],
};

export const BRIEFS: readonly TextBrief[] = [
  {
    ...EMPTY_BRIEF,
    title: 'What 40 loaves of sourdough taught me',
    topic: 'How I learned to bake sourdough in a tiny kitchen.',
    angle: 'A diary of failures, not a recipe',
    language: 'English',
    targetWords: 1200,
    notes:
      'I logged 40 loaves over one winter. The starter died twice, once on Christmas morning. My oven runs 30 degrees hot, so the first loaves burned on top and stayed raw inside. Hydration above 75 percent was my biggest mistake. A neighbour named Elif showed me how to fold the dough. Keep the dough warm overnight. Show the worst loaf first.\n- cost of flour\n- the day everything worked\nBread 31 was the first I gave away.',
  },
  RIVER,
  {
    ...EMPTY_BRIEF,
    title: 'I cycled to work for a year',
    language: 'English',
    hook: 'On the third of January I sold my car.',
    notes:
      'I rode 212 days out of 230. It rained on 61 of them. My knees hurt in March, and a fitting fixed that in an hour. I spent 640 euros, most of it on tyres and one good jacket. The worst day was the ice in February. I would do it again.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'How to solder without burning your fingers',
    language: 'English',
    template: { name: 'Tutorial', prompt: '1. What you need\n2. Heat the joint\n3. Feed the solder\n4. Mistakes' },
    notes:
      'Tin the tip before anything else. Heat the pad, not the solder. Count to three. A dull joint is a cold joint. I burned myself 9 times in my first week, always because I held the part with my fingers.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Top 5 keyboards for small hands',
    language: 'English',
    notes:
      'I tested 14 keyboards in two months. My hands span 17 centimetres. Reach matters more than switches. The HHKB surprised me. The cheapest one was the quietest.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Interview with a lighthouse keeper',
    topic: 'A conversation with Marta, who kept the light at Cape Blanco for 31 years.',
    language: 'English',
    notes:
      'Marta says the fog was worse than the storms. She slept in 4 hour shifts. Her daughter learned to walk on the gallery.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'The bridge that sang',
    language: 'English',
    topic: 'A footbridge in my town hums when the wind comes from the north.',
    researchTexts: [
      'Vortex shedding makes slender structures oscillate. The railing has 1,200 slots, each 8 millimetres wide. Residents complained for six years. In 2019 the city filled every second slot, and the hum dropped by 14 decibels.',
    ],
  },
  { ...EMPTY_BRIEF, title: 'Night trains', topic: 'night trains across Europe', language: 'English' },
  {
    ...EMPTY_BRIEF,
    title: '',
    topic: '',
    notes: 'Nothing works without salt. I learned that from my aunt.',
    language: '',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Why I deleted 9,000 photos',
    language: 'English',
    angle: 'Less to keep, more to see',
    notes:
      'I had 11,340 photos and looked at none of them. I gave every picture two seconds. Forty were worth printing. My mother framed three.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Nachtzug nach Wien',
    topic: 'Eine Nacht im Zug.',
    language: 'Deutsch',
    notes:
      'Ich bin mit drei Freunden gefahren. Der Schaffner weckte uns um fünf. Im Speisewagen gab es nur noch Suppe. Wir haben 14 Stunden gebraucht. Zeig die Betten.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Gemüse ohne Garten',
    language: 'de',
    notes:
      'Auf meinem Balkon stehen 22 Töpfe. Die Tomaten brauchen sechs Stunden Sonne. Den Basilikum habe ich dreimal neu gesät. Die Schnecken kamen bis in den dritten Stock.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Was ein Klavierstimmer hört',
    language: 'de-AT',
    hook: 'Ein Klavier lügt nie.',
    notes:
      'Herr Novak stimmt seit 40 Jahren. Er hört zuerst auf das Holz. Ein Flügel hat 230 Saiten. Am schlimmsten ist trockene Heizungsluft.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Pan sin amasar',
    language: 'Spanish',
    notes:
      'Mi abuela nunca amasaba. La masa descansa 18 horas. El horno tiene que estar muy caliente. Quemé las primeras 4 hogazas. Muestra la corteza.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Un año sin coche en Sevilla',
    language: 'es',
    notes:
      'Vendí el coche en enero. Gasté 300 euros en taxis. El verano fue la parte difícil. Aprendí dónde hay sombra.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Réparer un vieux vélo',
    language: 'French',
    notes:
      'J’ai trouvé le vélo dans la cave de Lucien. La chaîne avait 40 ans. Il m’a fallu trois week-ends. Le dérailleur m’a coûté 60 euros. Montre la rouille.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Le marché à cinq heures',
    language: 'fr-CA',
    notes:
      'À cinq heures, tout est déjà vendu. Les pêcheurs arrivent vers minuit. La glace coûte plus cher que le poisson.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'News of the week: the tram is back',
    language: 'English',
    notes:
      'The tram runs again since Monday. The city paid 84 million. Drivers say the new signals are too slow. The next line opens in 2027.',
  },
  {
    ...EMPTY_BRIEF,
    title: '東京の川',
    language: '日本語',
    notes: '東京の川は長い。夏の夜は静かです。',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Five things I got wrong about bees',
    language: 'English',
    template: { name: 'List', prompt: '# Hook\n# The first winter\n# The swarm (30%)\n# What I do now\n# Goodbye' },
    notes:
      'I opened the hive in the cold and lost half of it. A swarm is not an attack. I fed them sugar for 6 weeks. Bees find water by smell. Now I leave them alone from October to March.',
    researchTexts: ['A colony holds up to 60,000 bees in June. In winter some 10,000 remain.'],
  },
  {
    ...EMPTY_BRIEF,
    title: 'So schärfst du ein Küchenmesser',
    language: 'Deutsch',
    template: { name: 'Anleitung', prompt: '# Was du brauchst\n# Der Winkel\n# Der Grat\n# Fehler' },
    notes:
      'Leg ein nasses Tuch unter den Stein. Der Winkel liegt bei 15 Grad. Ich habe drei Messer ruiniert, weil ich zu fest gedrückt habe. Den Grat spürst du mit dem Daumen, quer zur Klinge.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Warum unser Dorf wieder einen Laden hat',
    topic: 'Wie 180 Leute einen Dorfladen gegründet haben.',
    language: 'de',
    audience: 'Leute vom Land',
    notes:
      'Der letzte Supermarkt schloss 2016. Frau Lindner hat jede Haustür abgelaufen. Ein Anteil kostete 250 Euro. Im ersten Winter fiel die Kühlung aus. Heute kommen am Tag 90 Kunden.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Cinco errores con mi primera cámara',
    language: 'es',
    notes:
      'Compré la cámara en una feria de Valencia. Perdí 300 fotos porque no miré la tarjeta. Disparé todo el verano con la lente sucia. Mi hermana me enseñó a esperar la luz. Ahora llevo dos baterías.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Cómo funciona una almazara',
    topic: 'De la aceituna al aceite en seis horas.',
    language: 'Spanish',
    researchTexts: [
      'La almazara de Jaén abrió en 1890. Para un litro de aceite hacen falta unos cinco kilos de aceitunas. La pasta se bate durante 40 minutos.',
    ],
    notes: 'Enseña el ruido de las cintas. El molinero se llama Andrés. En noviembre nadie duerme.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Entrevista con una relojera',
    hook: 'Un reloj parado acierta dos veces al día.',
    language: 'es-MX',
    notes:
      'Doña Carmen repara relojes desde 1978. Su taller mide nueve metros. Tarda tres semanas en un péndulo. Los jóvenes le llevan los relojes de sus abuelos.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Trois jours sans téléphone',
    language: 'fr',
    notes:
      'J’ai laissé le téléphone chez ma voisine Inès. Le premier matin, j’ai raté le bus. J’ai lu 212 pages en deux soirs. Le plus dur, c’était l’attente. Je recommencerai en avril.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Comment on fait une baguette de nuit',
    topic: 'Une nuit avec un boulanger de quartier.',
    language: 'French',
    template: { name: 'Documentaire', prompt: '# Minuit\n# Le pétrin\n# Le four (40%)\n# Le premier client' },
    notes:
      'Karim commence à 23 heures. Le four monte à 250 degrés. Une baguette sur dix finit en chapelure. Le premier client arrive à six heures, toujours le même.',
  },
  {
    ...EMPTY_BRIEF,
    title: 'Le pont que personne ne voulait',
    language: 'fr',
    researchTexts: [
      'Le pont a été voté en 1962 à une voix près. Sa construction a duré neuf ans. Douze mille voitures y passent chaque jour.',
    ],
    notes:
      'Mon grand-père a coulé le premier pilier. Filme le pont depuis la barque. Le maire de l’époque n’est jamais venu à l’inauguration.',
  },
];

/**
 * Lists title templates by language. `{t}` is a subject in the author's own words; no template depends on its number or
 * gender.
 */
import { toLanguageTag } from '#markdown/language-tag.ts';

export interface IdeaFrame {
  /** `{t}` at the start of a title is capitalised. */
  readonly title: string;
  readonly angle: string;
  readonly picture: string;
}

const frame = (title: string, angle: string, picture: string): IdeaFrame => ({ title, angle, picture });

const EN: readonly IdeaFrame[] = [
  frame(
    'The real cost of {t}',
    'Add up every cost on screen until one number is left.',
    'A receipt with one line circled',
  ),
  frame(
    '{t}, explained in 10 minutes',
    'One diagram, built up step by step.',
    'A hand-drawn diagram with one part in colour',
  ),
  frame(
    'The biggest mistake people make with {t}',
    'Show the mistake, why it is so common, and the fix.',
    'A crack, seen close',
  ),
  frame(
    'I tested {t} for 30 days',
    'A rule, thirty days, and a log of what changed.',
    'A calendar with crossed-out days',
  ),
  frame(
    '5 myths about {t}, checked',
    'Five claims everybody repeats, each against a source.',
    'Five cards, three of them crossed out',
  ),
  frame(
    'The hidden history of {t}',
    'Start at the first one ever and follow a single decision.',
    'An old photograph beside the thing today',
  ),
  frame(
    'What nobody tells you about {t}',
    'The part that brochures leave out, told by people who live with it.',
    'A face half turned away',
  ),
  frame('{t}: then and now', 'The same place or object, decades apart.', 'The same frame twice, a century apart'),
  frame(
    'Behind the scenes of {t}',
    'Follow one person from the first to the last hour of the day.',
    'A lit window in the dark',
  ),
  frame(
    'Who still needs {t}?',
    'Three people who would miss it, and one who would not.',
    'An empty chair in a busy room',
  ),
  frame('{t} vs. the alternative', 'Same task, same day, both ways, measured.', 'A split frame with two clocks'),
  frame(
    'What I wish I knew before {t}',
    'Seven lessons in the order they hurt.',
    'A notebook with one line underlined',
  ),
  frame(
    'The science behind {t}',
    'One experiment that can be repeated at home.',
    'A simple experiment on a kitchen table',
  ),
  frame(
    'The future of {t}',
    'Three plans that already have money, and the one likely to win.',
    'A model of something not built yet',
  ),
  frame('{t} on a tiny budget', 'How far a fixed small sum gets, receipt by receipt.', 'A few coins next to the thing'),
  frame(
    'Ranking everything about {t}',
    'A list with clear rules, from worst to best.',
    'A podium with a surprise on top',
  ),
  frame('The people behind {t}', 'Three portraits that add up to one story.', 'Three faces in one row'),
  frame(
    'The one detail everyone misses in {t}',
    'A small part, and what stands still without it.',
    'A hand holding something tiny',
  ),
  frame(
    'A beginner’s guide to {t}',
    'Only what the first day needs, nothing else.',
    'Hands doing it for the first time',
  ),
  frame(
    'Your questions about {t}, answered',
    'The ten questions from the comments, shortest answer first.',
    'A stack of comment bubbles',
  ),
  frame(
    'The numbers behind {t}',
    'Four figures, each on screen for as long as it needs.',
    'One huge number over the scene',
  ),
  frame(
    'Why {t} failed, and what came next',
    'The moment it went wrong, told as a countdown.',
    'A red line going down',
  ),
  frame(
    'Why {t} works better than it should',
    'The trick that makes it work, shown in slow motion.',
    'A close-up of the trick',
  ),
  frame('The map of {t}', 'Every case on one map, and the gap in the middle.', 'A map with one place left white'),
  frame('24 hours with {t}', 'One full day, one clock in the corner.', 'A clock over the scene'),
  frame(
    'The rules of {t} that nobody wrote down',
    'Three unwritten rules and who breaks them.',
    'A sign with the text removed',
  ),
  frame('How to get started with {t}', 'The first three steps, done on camera.', 'A first step, seen from above'),
  frame('{t}: worth it or not?', 'Two budgets, two weeks, one verdict.', 'A thumb between up and down'),
  frame('The strangest fact about {t}', 'Open with the fact, then prove it.', 'Something that looks impossible'),
  frame('What experts get wrong about {t}', 'One expert, one claim, one test.', 'Two people disagreeing over a table'),
  frame('The rise and fall of {t}', 'Three acts: boom, peak, decline.', 'A curve that goes up and down'),
  frame('Inside the world of {t}', 'A newcomer’s first week, with a guide.', 'A door just opening'),
  frame(
    '{t} in one picture',
    'A single image that explains all of it, zoomed out bit by bit.',
    'A picture within a picture',
  ),
  frame('The last days of {t}', 'Those who do it for the last time, and what they keep.', 'A light being switched off'),
  frame(
    'Can you live without {t}?',
    'Seven days without, and a scale of what hurt most.',
    'A gap where something used to be',
  ),
  frame('The argument about {t}, settled', 'Both sides, one measurement, no ties.', 'A scale exactly in balance'),
  frame(
    '3 stories about {t} you have not heard',
    'Three short stories with one thing in common.',
    'Three small frames',
  ),
  frame('How {t} changed in one year', 'The same shot every month.', 'Twelve small frames'),
  frame(
    'Everything I got wrong about {t}',
    'Go back over old claims and correct them one by one.',
    'A page full of corrections',
  ),
  frame('The simplest way into {t}', 'One tool, one hour, one result.', 'One tool on an empty table'),
];

const DE: readonly IdeaFrame[] = [
  frame(
    '{t}: was es wirklich kostet',
    'Jede Ausgabe im Bild, bis eine Zahl übrig bleibt.',
    'Ein Kassenzettel, eine Zeile eingekreist',
  ),
  frame(
    '{t} in 10 Minuten erklärt',
    'Ein Schaubild, Schritt für Schritt aufgebaut.',
    'Ein Schaubild, ein Teil in Farbe',
  ),
  frame('{t}: der häufigste Fehler', 'Der Fehler, warum ihn alle machen, und die Lösung.', 'Ein Riss von Nahem'),
  frame('{t}: 30 Tage im Selbstversuch', 'Eine Regel, dreißig Tage, ein Protokoll.', 'Ein Kalender mit Kreuzen'),
  frame('5 Mythen im Check: {t}', 'Fünf Behauptungen gegen je eine Quelle.', 'Fünf Karten, drei durchgestrichen'),
  frame(
    '{t}: die unbekannte Geschichte',
    'Vom allerersten Mal an, an einer Entscheidung entlang.',
    'Ein altes Foto neben dem Heute',
  ),
  frame(
    '{t}: was dir niemand sagt',
    'Was im Prospekt fehlt, von denen, die damit leben.',
    'Ein halb abgewandtes Gesicht',
  ),
  frame('{t}: früher und heute', 'Derselbe Ort, Jahrzehnte auseinander.', 'Zweimal dasselbe Bild'),
  frame(
    '{t}: ein Tag hinter den Kulissen',
    'Ein Mensch von der ersten bis zur letzten Stunde.',
    'Ein helles Fenster in der Nacht',
  ),
  frame('{t}: wer braucht das noch?', 'Drei, denen es fehlen würde, und eine, der nicht.', 'Ein leerer Stuhl'),
  frame('{t} gegen die Alternative', 'Dieselbe Aufgabe, beide Wege, gemessen.', 'Ein geteiltes Bild mit zwei Uhren'),
  frame(
    '{t}: was ich gern früher gewusst hätte',
    'Sieben Lektionen in der Reihenfolge, in der sie weh taten.',
    'Ein Notizbuch, eine Zeile unterstrichen',
  ),
  frame(
    '{t}: die Wissenschaft dahinter',
    'Ein Versuch, den man zu Hause nachmachen kann.',
    'Ein Versuch auf dem Küchentisch',
  ),
  frame(
    '{t}: wie es weitergeht',
    'Drei Pläne, die schon Geld haben, und der wahrscheinlichste.',
    'Ein Modell von etwas, das es noch nicht gibt',
  ),
  frame('{t} mit kleinem Budget', 'Wie weit eine feste kleine Summe reicht.', 'Ein paar Münzen daneben'),
  frame(
    '{t}: das große Ranking',
    'Eine Liste mit klaren Regeln, vom letzten zum ersten Platz.',
    'Ein Podest mit einer Überraschung',
  ),
  frame('{t}: die Menschen dahinter', 'Drei Porträts, eine Geschichte.', 'Drei Gesichter in einer Reihe'),
  frame(
    '{t}: das Detail, das alle übersehen',
    'Ein kleines Teil und was ohne es stillsteht.',
    'Eine Hand mit etwas Winzigem',
  ),
  frame('{t} für Einsteiger', 'Nur was der erste Tag braucht.', 'Hände beim ersten Mal'),
  frame('{t}: eure Fragen', 'Zehn Fragen aus den Kommentaren, die kürzeste Antwort zuerst.', 'Ein Stapel Sprechblasen'),
  frame('{t} in Zahlen', 'Vier Zahlen, jede so lange im Bild, wie sie braucht.', 'Eine riesige Zahl über der Szene'),
  frame('{t}: warum es schiefging', 'Der Moment, in dem es kippte, als Countdown.', 'Eine rote Linie nach unten'),
  frame('{t}: lohnt sich das?', 'Zwei Budgets, zwei Wochen, ein Urteil.', 'Ein Daumen in der Mitte'),
  frame('{t}: 24 Stunden mittendrin', 'Ein ganzer Tag, eine Uhr in der Ecke.', 'Eine Uhr über der Szene'),
];

const FR: readonly IdeaFrame[] = [
  frame('{t} : le vrai prix', 'Chaque dépense à l’écran, jusqu’à un seul chiffre.', 'Un ticket, une ligne entourée'),
  frame('{t} en 10 minutes', 'Un schéma construit pas à pas.', 'Un schéma, une partie en couleur'),
  frame(
    '{t} : l’erreur la plus fréquente',
    'L’erreur, pourquoi tout le monde la fait, la solution.',
    'Une fissure de près',
  ),
  frame('{t} : 30 jours d’essai', 'Une règle, trente jours, un journal.', 'Un calendrier barré'),
  frame('{t} : 5 idées reçues vérifiées', 'Cinq affirmations, une source chacune.', 'Cinq cartes, trois barrées'),
  frame('{t} : l’histoire cachée', 'Depuis la toute première fois.', 'Une vieille photo à côté d’aujourd’hui'),
  frame('{t} : ce qu’on ne dit jamais', 'Ce que la brochure oublie.', 'Un visage à moitié tourné'),
  frame('{t} : avant et maintenant', 'Le même lieu, des décennies plus tard.', 'Deux fois la même image'),
  frame(
    '{t} : une journée en coulisses',
    'Une personne, de la première à la dernière heure.',
    'Une fenêtre éclairée la nuit',
  ),
  frame('{t} : qui en a encore besoin ?', 'Trois personnes à qui cela manquerait.', 'Une chaise vide'),
  frame('{t} : la science derrière', 'Une expérience à refaire chez soi.', 'Une expérience sur la table'),
  frame('{t} avec un petit budget', 'Jusqu’où va une petite somme.', 'Quelques pièces'),
  frame('{t} : le grand classement', 'Une liste avec des règles claires.', 'Un podium surprenant'),
  frame(
    '{t} : le détail que tout le monde oublie',
    'Une petite pièce, et ce qui s’arrête sans elle.',
    'Une main, un objet minuscule',
  ),
  frame('{t} pour débuter', 'Seulement ce qu’il faut le premier jour.', 'Des mains qui commencent'),
  frame('{t} en chiffres', 'Quatre chiffres, chacun à l’écran.', 'Un chiffre immense'),
];

const ES: readonly IdeaFrame[] = [
  frame('{t}: el precio real', 'Cada gasto en pantalla hasta que queda un número.', 'Un recibo con una línea marcada'),
  frame('{t} en 10 minutos', 'Un esquema construido paso a paso.', 'Un esquema con una parte en color'),
  frame('{t}: el error más común', 'El error, por qué todos lo cometen y la solución.', 'Una grieta de cerca'),
  frame('{t}: 30 días de prueba', 'Una regla, treinta días, un diario.', 'Un calendario tachado'),
  frame('{t}: 5 mitos a prueba', 'Cinco afirmaciones, una fuente cada una.', 'Cinco cartas, tres tachadas'),
  frame('{t}: la historia oculta', 'Desde la primera vez.', 'Una foto antigua junto a hoy'),
  frame('{t}: lo que nadie te cuenta', 'Lo que falta en el folleto.', 'Una cara medio girada'),
  frame('{t}: antes y ahora', 'El mismo lugar, décadas después.', 'La misma imagen dos veces'),
  frame(
    '{t}: un día entre bastidores',
    'Una persona, de la primera a la última hora.',
    'Una ventana encendida de noche',
  ),
  frame('{t}: ¿quién lo necesita aún?', 'Tres personas que lo echarían de menos.', 'Una silla vacía'),
  frame('{t}: la ciencia detrás', 'Un experimento para repetir en casa.', 'Un experimento en la mesa'),
  frame('{t} con poco presupuesto', 'Hasta dónde llega una suma pequeña.', 'Unas monedas'),
  frame('{t}: el gran ranking', 'Una lista con reglas claras.', 'Un podio con sorpresa'),
  frame(
    '{t}: el detalle que todos olvidan',
    'Una pieza pequeña y lo que se para sin ella.',
    'Una mano con algo diminuto',
  ),
  frame('{t} para empezar', 'Solo lo que pide el primer día.', 'Unas manos empezando'),
  frame('{t} en números', 'Cuatro cifras, cada una en pantalla.', 'Un número enorme'),
];

/** Returns the frames of a channel's language, or the English ones. */
export function getFrames(language: string): readonly IdeaFrame[] {
  const byLanguage: Readonly<Record<string, readonly IdeaFrame[]>> = { de: DE, fr: FR, es: ES };
  return byLanguage[toLanguageTag(language)] ?? EN;
}

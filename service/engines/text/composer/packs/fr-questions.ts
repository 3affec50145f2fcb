import type { LanguagePack } from '../language-pack.ts';

export const frNaming: LanguagePack['naming'] = {
  numbers:
    'deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|quarante|cinquante|une douzaine de',
  units:
    /^(?:secondes?|minutes?|heures?|jours?|nuits?|semaines?|mois|ans?|années?|décennies?|siècles?|degrés?|grammes?|kilos?|livres|litres?|mètres?|kilomètres?|centimètres?|millimètres?|décibels?|euros?|dollars?|centimes?|watts?|mots|points)$/i,
  durations: /^(?:secondes?|minutes?|heures?|jours?|nuits?|semaines?|mois|ans?|années?|décennies?|siècles?)$/i,
  persons:
    /^(?:mère|père|maman|papa|grand-\p{L}+|tante|oncle|sœur|frère|fille|fils|amie?s?|voisine?s?|professeure?|médecin|patronne?|conducteur|conductrice|pêcheurs?|vendeur|vendeuse)$/iu,
  determiners: /(?<![\p{L}\p{N}-])(?:mon|ma|mes|notre|nos|le|la|les|un|une)\s/giu,
  general:
    /^(?:même|mêmes|autre|autres|premier|première|second|seconde|deuxième|troisième|dernier|dernière|meilleur|meilleure|pire|plus|grand|grande|fois|chose|choses|type|année|années|mois|semaine|heure|heures|minute|moment|gens|partie|parties|lieu|raison|reste|résultat|différence|exemple|idée|question|réponse|vidéo|chaîne|script|nombre|moitié|cas|côté|milieu|début|passé|futur|matin|soir|nuit|mots|manière|façon|problème|vérité|jour|jours|fait|plupart|noël|pâques|internet)$/i,
  adjectives:
    /^(?:vieux|vieille|vieil|nouveau|nouvelle|nouveaux|petit|petite|petits|petites|bon|bonne|mauvais|mauvaise|long|longue|ancien|ancienne|propre|gros|grosse)$/iu,
  addressed: (_determiner, noun) => noun,
};

export const frQuestions: LanguagePack['questions'] = {
  clause: [],
  count: [
    '« {x} » : que montrerais-tu en premier, et pourquoi ?',
    '« {x} » : qu’est-ce qui t’a le plus surpris ?',
    '« {x} » : qu’ont-ils en commun ?',
  ],
  measure: ['« {x} » : est-ce plus ou moins que prévu ?', '« {x} » : à quoi pourrait-on comparer cela ?'],
  name: [
    '« {x} » : que faut-il en savoir ?',
    '« {x} » : que faut-il s’imaginer ?',
    '« {x} » : quel est son rôle dans cette histoire ?',
  ],
  thing: [
    '« {x} » : qu’est-ce qui t’a surpris ?',
    '« {x} » : que faut-il en savoir ?',
    '« {x} » : comment le montrer en un seul plan ?',
  ],
  said: [
    'Tu dis « {x} ». Comment l’as-tu découvert ?',
    'Tu dis « {x} ». Qu’est-ce que cela change pour ceux qui regardent ?',
    'Tu dis « {x} ». Que s’est-il passé pour que tu le dises ?',
  ],
  points: [
    'Tu as noté {x}. Qu’y a-t-il à en dire, en une ou deux phrases ?',
    'Tu as noté {x}. Que faut-il en savoir ?',
    'Tu as noté {x}. Comment le raconterais-tu à un ami ?',
  ],
  duration: [
    '« {x} » : que s’est-il passé pendant ce temps ?',
    '« {x} » : à quoi pourrait-on comparer cela ?',
    '« {x} » : est-ce plus ou moins que prévu ?',
  ],
  person: [
    '« {x} » : quel geste ou quelle phrase t’est resté en mémoire ?',
    '« {x} » : quelle description tient en une phrase ?',
  ],
  advice: ['« {x} » : que se passe-t-il sinon ?', '« {x} » : à quoi voit-on que c’est réussi ?'],
  told: ['Tu dis « {x} ». Que s’est-il passé juste après ?', 'Tu dis « {x} ». Que ferais-tu autrement aujourd’hui ?'],
  seen: ['Tu as noté {x}. Que dis-tu pendant qu’on le voit ?', 'Tu as noté {x}. Que faut-il y remarquer ?'],
  note: ['Tu as noté {x}. Avec quels mots le dis-tu ?', 'Tu as noté {x}. Comment le dirais-tu en deux phrases ?'],
  opening: ['Que faut-il voir en premier dans {x} ?', 'Pourquoi faire {x} maintenant ?'],
  closing: ['Que faut-il essayer après {x} ?', 'À quoi les gens doivent-ils répondre sous {x} ?'],
  title: [
    'Quel chiffre doit être dans cette vidéo, et d’où vient-il ?',
    'Qu’as-tu vu de tes propres yeux qui ait sa place ici ?',
    'De quelle erreur à toi pourrait-on apprendre ici ?',
    'Qui t’a aidé, et comment ?',
    'Quelle image pourrait représenter tout cela ?',
    'Qui ne serait pas d’accord avec toi, et que dirait-il ?',
    'Que croyais-tu à ce sujet qui s’est révélé faux ?',
    'Que demanderait d’abord quelqu’un qui débute ?',
    'Qu’est-ce qui a pris le plus de temps, et cela valait-il la peine ?',
    'Que laisses-tu de côté, et pourquoi ?',
  ],
};

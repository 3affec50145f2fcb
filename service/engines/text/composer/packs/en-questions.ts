import type { LanguagePack } from '../language-pack.ts';

export const enNaming: LanguagePack['naming'] = {
  numbers: 'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|a dozen',
  units:
    /^(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?|centuries|percent|degrees?|grams?|kilos?|kilograms?|pounds?|ounces?|(?:milli|centi|deci)?lit(?:re|er)s?|cups?|spoons?|(?:milli|centi|kilo)?met(?:re|er)s?|decibels?|miles?|feet|inches|euros?|dollars?|cents?|watts?|words|points|dpi|fps)$/i,
  durations: /^(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?|centuries)$/i,
  persons:
    /^(?:mother|father|mum|mom|dad|parents|aunt|uncle|grandm\p{L}+|grandf\p{L}+|grandpa|sister|brother|daughter|son|wife|husband|partner|cousin|friends?|neighbou?rs?|colleagues?|boss|teachers?|doctors?|nurses?|residents|drivers?|farmers?|workers?|owners?|keepers?|conductors?|engineers?|students?|\p{L}+(?:man|woman|men|women|keeper|maker))$/iu,
  determiners: /(?<![\p{L}\p{N}’'-])(?<!not )(?:my|our|the|an?)\s/giu,
  general:
    /^(?:same|other|others|first|last|only|most|more|much|many|whole|time|times|thing|things|bit|kind|sort|point|year|years|month|week|hour|hours|minute|minutes|second|moment|people|part|parts|place|reason|rest|result|results|difference|example|idea|question|answer|video|channel|viewer|viewers|script|number|couple|pair|half|dozen|best|worst|next|such|very|little|great|good|more|less|few|lot|lots|fact|case|case|side|middle|start|beginning|back|front|top|bottom|past|future|morning|evening|night|course|sake|purpose|truth|problem|one|ones|way|ways|word|words|end|ends|day|days|story|stories|conversation|interview|north|south|east|west|left|right|sign|chance|fingers?|hands?|eyes?|head|face|feet|arms?|mind|life|name|christmas|easter|internet|english)$/i,
  adjectives:
    /^(?:\p{L}+(?:ful|ous|ive|ical|less|able|ible|ish)|(?!forest|interest|harvest|request|protest|contest|guest|priest|breast|arrest)\p{L}{3,}est|tidal|dull|bright|clean|dirty|flat|rough|smooth|warm|cool|single|old|older|oldest|new|newer|newest|big|bigger|biggest|small|smaller|smallest|long|longer|longest|short|shorter|shortest|good|bad|hot|cold|wet|dry|third|fourth|final|real|main|own|dark|light|early|late|young|high|low|large|red|green|blue|black|white|brown|grey|wild|deep|thin|thick|soft|hard|fresh|quiet|loud|slow|slower|fast|faster|cheap|local|daily|wooden|golden|second|quick|sharp|sweet|sour|empty|full|broken|strange|simple|perfect|lazy|tiny|huge|heavy)$/iu,
  addressed: (determiner, noun) => (/^(?:my|our)$/.test(determiner) ? `your ${noun}` : `the ${noun}`),
};

export const enQuestions: LanguagePack['questions'] = {
  clause: [
    '{x}: which one failed worst?',
    '{x}: which one would you show first?',
    '{x}: which one surprised you most?',
    '{x}: what did the last one teach you?',
  ],
  count: [
    '“{x}”: which one would you show first, and why?',
    '“{x}”: which one surprised you most?',
    '“{x}”: what do they have in common?',
  ],
  measure: ['“{x}”: is that more or less than you expected?', '“{x}”: what could people compare that to?'],
  name: [
    'What should people know about {x}?',
    'What should people picture when you say “{x}”?',
    'What part does {x} play in this?',
  ],
  thing: ['What surprised you about {x}?', 'What should people know about {x}?', 'How would you show {x} in one shot?'],
  said: [
    'You say “{x}”. How did you find that out?',
    'You say “{x}”. What does that mean for the people watching?',
    'You say “{x}”. What happened that makes you say so?',
  ],
  points: [
    'You noted {x}. What is there to say about it, in a sentence or two?',
    'You noted {x}. What should people know about it?',
    'You noted {x}. How would you tell that to a friend?',
  ],
  duration: [
    '“{x}”: what happened in that time?',
    '“{x}”: what could people compare that to?',
    '“{x}”: is that more or less than you expected?',
  ],
  person: [
    'What did {x} do or say that you still remember?',
    'What would {x} say about this?',
    'How would you describe {x} in one sentence?',
  ],
  advice: ['“{x}”: what goes wrong without it?', '“{x}”: how do people notice that it worked?'],
  told: ['You say “{x}”. What happened right after?', 'You say “{x}”. What would you do differently now?'],
  seen: ['You noted {x}. What do you say while people see it?', 'You noted {x}. What should people notice in it?'],
  note: ['You noted {x}. What are your words for it?', 'You noted {x}. How would you put it in two sentences?'],
  opening: ['What is the first thing people should see in {x}?', 'Why did you make {x} now?'],
  closing: ['What should people try after {x}?', 'What do you want people to answer in the comments under {x}?'],
  title: [
    'Which number belongs in this video, and where does it come from?',
    'What have you seen with your own eyes that belongs here?',
    'Which mistake of yours could people learn from here?',
    'Who helped you with this, and how?',
    'Which picture could stand for all of this?',
    'Who would disagree with you, and what would they say?',
    'What did you believe about this that turned out to be wrong?',
    'What would somebody new to this ask first?',
    'What took longest, and was it worth it?',
    'What are you leaving out, and why?',
  ],
};

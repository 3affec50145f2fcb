import { enNaming, enQuestions } from './en-questions.ts';
import type { LanguagePack } from '../language-pack.ts';
import { enKinds } from './en-kinds.ts';

export const en: LanguagePack = {
  tag: 'en',
  words: 'words',
  quote: ['“', '”'],
  thisVideo: 'this video',
  outline: {
    length: 'Length',
    angle: 'Angle',
    audience: 'Audience',
    voice: 'Voice',
    does: 'does',
    avoids: 'avoids',
    sources: 'Sources to check yourself',
    minutes: 'minutes spoken',
  },
  kinds: enKinds,
  kindWords: {
    tutorial: /\b(tutorial|how[- ]to|step[- ]by[- ]step|guide|walkthrough|lesson)\b/i,
    documentary: /\b(documentary|docu|the (?:true )?story of|history of)\b/i,
    news: /\b(news|breaking|report|update of the week|this week in)\b/i,
    interview: /\b(interview|q ?& ?a|conversation with|podcast)\b/i,
    compilation: /\b(compilation|best of|highlights|clips|montage)\b/i,
    list: /\b(list(?:icle)?|top[ -]?\d+|\d+ (?:things|ways|tips|reasons|mistakes|facts|tools|ideas))\b/i,
  },
  roleWords: {
    opening: /\b(hook|cold open|intro|introduction|opening|teaser|welcome|headline)\b/i,
    context: /\b(context|background|setting|setup|premise|problem|what you need)\b/i,
    example: /\b(example|case|story|demo|demonstration|anecdote|proof)\b/i,
    objection: /\b(objection|counter|myth|mistake|pitfall|other side|dispute|wrong)s?\b/i,
    recap: /\b(recap|summary|takeaways?|key points)\b/i,
    closing: /\b(cta|call to action|outro|closing|conclusion|goodbye|sign[- ]off|end screen|thanks)\b/i,
  },
  instruction:
    /^(?:please\s+)?(?:say|show|tell|explain|describe|talk about|mention|introduce|cover|discuss|highlight|emphasi[sz]e|recap|summari[sz]e|tease|film|shoot|cut to|quote|(?:open|start|begin|end|close|finish) (?:on|with|by)|(?:ask|remind|thank|invite|give|walk) (?:the |your |them|people|viewers)|(?:mention|list|name|define|compare|include|add) (?:the|a|an|some|two|three|all|both|how|why|what)|hook|call to action)\b/i,
  visual: /^(?:please\s+)?(?:show|film|shoot|cut to|(?:open|start|begin|end|close|finish) (?:on|with))\b/i,
  advice:
    /^(?:(?:always|never|first|then|just|now),? )?(?:do not|don[’']t|add|aim|apply|ask|avoid|bake|bend|boil|bring|buy|carry|check|choose|clean|clear|close|cook|count|cover|cut|dip|dry|fill|find|fold|get|give|go|grip|heat|hold|keep|knead|leave|learn|let|lift|look|make|mark|measure|melt|mix|move|open|pick|place|plan|pour|press|pull|push|put|read|rinse|roll|rub|save|set|shake|sit|stand|start|stay|stir|stop|take|tap|test|tie|tin|touch|trim|try|turn|use|wait|walk|warm|wash|watch|wear|wipe|wrap|write)\b/i,
  ownStory:
    /^(?:(?:then|so|and|but|now|at first|in \p{L}+|on \p{L}+) )?(?:I|we)\b(?! (?:am|are|do|think|know|believe|would|can)\b)/iu,
  naming: enNaming,
  questions: enQuestions,
  cues: ['Title on screen: {s}', 'Pictures for {s}', 'You, to camera: {s}', 'Close-up for {s}'],
};

/** The built-in templates (spec 1 §2 Template), one for each script format. */
export interface SystemTemplate {
  readonly system_key: string;
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly prompt: string;
}

export const SYSTEM_TEMPLATES: readonly SystemTemplate[] = [
  {
    system_key: 'tutorial',
    name: 'Tutorial',
    category: 'tutorial',
    description: 'One result, in steps a viewer can follow along.',
    prompt:
      'Begin with the finished result and say what it takes. Name what the viewer needs. Then go through the steps in order, one section per step: what to do, what it should look like, and the mistake people make there. Close by checking the result and naming the next thing to try.',
  },
  {
    system_key: 'documentary',
    name: 'Documentary',
    category: 'documentary',
    description: 'A question, followed through places, people and numbers to an answer.',
    prompt:
      'Open on a scene that holds the question. Say what everybody believes, and what the numbers say instead. Follow the causes in chronological order, one turning point per section, each carried by a person or a place. Give the strongest objection its own section. End with what is still open and what the viewer can watch for.',
  },
  {
    system_key: 'news',
    name: 'News',
    category: 'news',
    description: 'What happened, what it means, what comes next.',
    prompt:
      'Say in the first two sentences what happened, where and when. Then who is affected and how. Give the background in as few sentences as it takes. Keep what is known apart from what is claimed, and name who claims it. Close with what happens next and when it will be known.',
  },
  {
    system_key: 'interview',
    name: 'Interview',
    category: 'interview',
    description: 'A conversation that follows one thread.',
    prompt:
      'Introduce the guest by what they did, not by their title. Ask from the concrete to the general: a day, a decision, a doubt, a lesson. Each section is one question with the follow-up that makes the answer specific. Leave room for a story. End with a question the guest has not been asked before.',
  },
  {
    system_key: 'compilation',
    name: 'Compilation',
    category: 'compilation',
    description: 'Many short pieces, ordered to build up to the best.',
    prompt:
      'Say what joins the pieces and how they were chosen. Put the second best first and the best last. Give every piece the same shape: what it is, what makes it stand out, one detail that is remembered. Link the pieces with one sentence each. Close with the one to start with.',
  },
];

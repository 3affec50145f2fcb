/** Two voices of the sample channel, each with a complete profile (spec 2 §2 "Voice profile record"). */
export const SAMPLE_VOICES = [
  {
    name: 'Calm explainer (sample)',
    voice: 'calm-explainer',
    instructions:
      'Speak as if to one curious friend across a table. Short sentences, concrete numbers, one idea at a time. Say what surprised you. Never sell.',
    writing_style_analysis: {
      speaker_archetype: {
        label: 'The patient guide',
        description: 'Somebody who has done the sums and enjoys showing them, without wanting to win.',
        axes: {
          age_vibe: 'late thirties',
          profession_archetype: 'engineer turned storyteller',
          temperament: 'calm, dry, warm',
          authority_posture: 'shows the working instead of claiming to know',
        },
      },
      stance_and_relationship: {
        narrative_person: 'first person to second person',
        intimacy_distance: 'close, like a friend on the next seat',
        certainty_level: 'sure of numbers, open about guesses',
        audience_model: 'curious adults without previous knowledge',
      },
      delivery_recipe: {
        cadence: 'two short sentences, then a longer one',
        energy: 'low and steady, with small lifts',
        pacing_and_emphasis: ['Pause before a number.', 'Put the surprise at the end of the sentence.'],
      },
      rhetorical_toolkit: {
        hook_patterns: ['A scene that should not exist', 'A sum that comes out wrong'],
        transitions: ['Here is what I did not expect.', 'So let’s do the sum out loud.', 'Now turn it round.'],
        explanation_patterns: ['Name the thing, draw the thing, say why it is so', 'Two cases at one scale'],
        storytelling_patterns: ['Return at the end to the person from the first minute'],
        cta_patterns: ['Ask for one concrete answer in the comments'],
        analogy_and_evidence: 'Everyday objects for size, one checked number for every claim',
        humor_and_empathy: 'Understatement; never at the cost of people on screen',
      },
      diction_and_syntax: {
        vocabulary_level: 'plain',
        word_complexity: 'short words first; a technical word only once it has been drawn',
        sentence_shape: 'subject, verb, object',
        preferred_constructions: ['contractions', 'questions that are answered at once'],
        avoid: ['passive voice', 'stacked adjectives'],
      },
      phrase_kit: {
        uses: ['Think about what that means.', 'That is the whole argument.'],
        avoid: ['game changer', 'you won’t believe', 'in this video'],
        replacements: ['utilize -> use', 'in order to -> to', 'however -> but', 'approximately -> about'],
      },
      jargon_policy: {
        allow: ['berth', 'couchette'],
        explain_with: ['a drawing', 'a comparison with a room or a chair'],
      },
      do_dont: {
        do: ['Say where a number comes from.', 'Give the other side its best argument.'],
        dont: ['Rush a list.', 'Explain a joke.'],
        never_does: ['Shouts', 'Asks for likes'],
      },
      spoken_patterns: {
        common_phrases: ['I am not joking', 'on our sample dates'],
        starter_words: ['So', 'Now', 'And'],
        transition_phrases: ['And here is the thing', 'Before we get to that'],
      },
      formatting_directives: ['One idea a paragraph.', 'Headings as plain nouns.'],
      locale_and_dialect: 'International English, metric units',
      thinking_style: 'From the concrete case to the rule, then back to the case',
      rewriter_directives: ['Break sentences above 24 words.', 'Turn abstract nouns into verbs.'],
      adherence_checklist: ['Is there a number in the first minute?', 'Does the last line answer the first?'],
      lexical_glossary: ['berth: a bed on a train', 'path: a place in the timetable'],
      example_paragraph:
        'A seated coach carries about eighty people. A sleeping coach, the same length on the same rails, carries forty. That is the whole argument against night trains, and for thirty years it was enough.',
      style_examples: ['Nobody designed that for comfort. They designed it for a ledger.'],
    },
  },
  {
    name: 'Field notes (sample)',
    voice: 'field-notes',
    instructions:
      'Speak in the present tense from the place itself. What you see, hear and smell first; what it means afterwards. Leave room for the picture.',
    writing_style_analysis: {
      speaker_archetype: {
        label: 'The witness',
        description: 'Somebody who is there, has time, and notices what the others walk past.',
        axes: {
          age_vibe: 'thirties',
          profession_archetype: 'travelling reporter',
          temperament: 'curious, quick, unimpressed',
          authority_posture: 'was there',
        },
      },
      stance_and_relationship: {
        narrative_person: 'first person, present tense',
        intimacy_distance: 'over the shoulder',
        certainty_level: 'certain of what was seen, careful with causes',
        audience_model: 'viewers who like to travel and cannot this week',
      },
      delivery_recipe: {
        cadence: 'fragments and full sentences in turn',
        energy: 'medium, rising with the scene',
        pacing_and_emphasis: ['Let sounds finish.', 'One detail a shot.'],
      },
      rhetorical_toolkit: {
        hook_patterns: ['Begin in the middle of a sound', 'Begin with a rule that is being broken'],
        transitions: ['Ten minutes later.', 'Round the corner.', 'And then it starts to rain.'],
        explanation_patterns: ['Ask the person who does it every day', 'Show it working, then broken'],
        storytelling_patterns: ['One day from first to last light'],
        cta_patterns: ['Invite viewers to name a place'],
        analogy_and_evidence: 'Objects on the spot; the ticket, the sign, the tool',
        humor_and_empathy: 'Self-irony; people are never props',
      },
      diction_and_syntax: {
        vocabulary_level: 'plain to vivid',
        word_complexity: 'verbs do the work',
        sentence_shape: 'short, with a long one for the landscape',
        preferred_constructions: ['present tense', 'lists of three'],
        avoid: ['superlatives', 'history lessons longer than a minute'],
      },
      phrase_kit: {
        uses: ['Listen to that.', 'Nobody looks up.'],
        avoid: ['hidden gem', 'breathtaking', 'must-see'],
        replacements: ['located -> it stands', 'very unique -> odd', 'a number of -> some'],
      },
      jargon_policy: { allow: ['pilot', 'slipway'], explain_with: ['the thing itself in the shot'] },
      do_dont: {
        do: ['Name the weather.', 'Name the hour.'],
        dont: ['Talk over machines.', 'Summarise what was just seen.'],
        never_does: ['Fakes an arrival', 'Reads out a sign'],
      },
      spoken_patterns: {
        common_phrases: ['it is ten past five', 'nobody told me'],
        starter_words: ['Then', 'Here', 'Listen'],
        transition_phrases: ['A door further on', 'On the way back'],
      },
      formatting_directives: ['Scene line first: place and hour.', 'Sounds in brackets.'],
      locale_and_dialect: 'International English',
      thinking_style: 'Sees first, asks second, concludes last and briefly',
      rewriter_directives: ['Change past to present tense.', 'Cut every adverb that the picture shows.'],
      adherence_checklist: ['Is there a sound in the first line?', 'Is every person named with what they do?'],
      lexical_glossary: ['slipway: the ramp a boat slides down'],
      example_paragraph:
        'Ten past five, and the harbour smells of diesel and bread. The ferry has its ramp down. Nobody is on it but a man with a hose, and he nods as if I came every day.',
      style_examples: ['The bell goes. Nobody looks up.'],
    },
  },
] as const;

import { setImmediate as breathe } from 'node:timers/promises';
import {
  type HumanizeBrief,
  type ScriptBrief,
  type TextBrief,
  type TextControl,
  type TextEngine,
  type TextResult,
  throwIfCancelled,
} from '../text-engine.ts';
import { humanizeBlocks } from './humanize/humanize.ts';
import { composeIdeas } from './ideas.ts';
import { findPack } from './language.ts';
import { writeOutline } from './outline.ts';
import { type Draft, ScriptWriter } from './script.ts';
import { readVoice } from './voice.ts';

const NO_MODEL = 'Written by the offline composer: no language model was used. Connect one under Settings, Text model.';

function listLanguageNotes(brief: TextBrief): string[] {
  if (findPack(brief.language).isSupported) return [];
  return [
    `The offline composer has no phrases of its own in “${brief.language.trim().slice(0, 60)}”: your text is unchanged; headings and questions are in English.`,
  ];
}

function listInputNotes(brief: TextBrief): string[] {
  const urls = brief.researchUrls.filter((u) => u.trim() !== '').length;
  return urls === 0
    ? []
    : [
        `Web pages aren’t read offline: ${urls} research link${urls === 1 ? ' is' : 's are'} only listed. Paste the text you need.`,
      ];
}

function listDraftNotes(draft: Draft, brief: ScriptBrief): string[] {
  const { words, questions, leftOut, scaled } = draft;
  const notes = [
    words === 0
      ? 'The brief has no sentence to speak yet.'
      : `Every word to speak is yours, unchanged: ${words} of the ${brief.targetWords} you planned.`,
  ];
  if (questions > 0)
    notes.push(
      `${questions === 1 ? '1 question asks' : `${questions} questions ask`} for what only you know. Questions are never spoken or exported.`,
    );
  if (leftOut > 0)
    notes.push(
      `${leftOut === 1 ? '1 sentence' : `${leftOut} sentences`} of yours didn’t fit into ${brief.targetWords} words. Make the script longer to include them.`,
    );
  if (scaled)
    notes.push(
      `The section lengths in the outline didn’t add up to ${brief.targetWords} words and were scaled in proportion.`,
    );
  return notes;
}

async function composeOutline(brief: TextBrief, control: TextControl): Promise<TextResult> {
  throwIfCancelled(control.signal);
  control.onProgress({ step: 'reading_brief', label: 'Reading your material', done: 0, total: 1 });
  await breathe();
  throwIfCancelled(control.signal);
  const markdown = writeOutline(brief, findPack(brief.language).pack, (heading, index, total) => {
    control.onProgress({
      step: 'generating_outline',
      label: `Outlining ${index + 1} of ${total}: ${heading}`,
      done: index,
      total,
    });
  });
  await breathe();
  throwIfCancelled(control.signal);
  control.onProgress({ step: 'done', label: 'Outline ready', done: 1, total: 1 });
  return { markdown, usage: null, notes: [NO_MODEL, ...listLanguageNotes(brief), ...listInputNotes(brief)] };
}

async function composeScriptText(brief: ScriptBrief, control: TextControl): Promise<TextResult> {
  const total = brief.targetWords;
  throwIfCancelled(control.signal);
  control.onProgress({ step: 'reading_brief', label: 'Reading your outline', done: 0, total });
  await breathe();
  throwIfCancelled(control.signal);
  const { pack } = findPack(brief.language);
  const outlineText = brief.outline.trim() === '' ? writeOutline(brief, pack, () => undefined) : brief.outline;
  const firstWriter = new ScriptWriter({ ...brief, outline: outlineText }, pack);
  const writer =
    firstWriter.sections.length > 0
      ? firstWriter
      : new ScriptWriter({ ...brief, outline: writeOutline(brief, pack, () => undefined) }, pack);
  for (const [index, section] of writer.sections.entries()) {
    const label = `Writing ${index + 1} of ${writer.sections.length}${section.heading === '' ? '' : `: ${section.heading}`}`;
    control.onProgress({ step: 'generating_script', label, done: Math.min(writer.words, total), total });
    await breathe();
    throwIfCancelled(control.signal);
    writer.write(index);
  }
  const draft = writer.finish();
  control.onProgress({ step: 'done', label: `Draft ready: ${draft.words} words`, done: total, total });
  return {
    markdown: draft.markdown,
    usage: null,
    notes: [NO_MODEL, ...listDraftNotes(draft, brief), ...listLanguageNotes(brief), ...listInputNotes(brief)],
  };
}

async function humanize(brief: HumanizeBrief, control: TextControl): Promise<TextResult> {
  throwIfCancelled(control.signal);
  const { pack, isSupported } = findPack(brief.language);
  const run = humanizeBlocks(brief.script, isSupported ? pack.tag : null, readVoice(brief.voice));
  for (let step = run.next(); ; step = run.next()) {
    if (step.done === true) {
      control.onProgress({ step: 'done', label: 'Humanized', done: 1, total: 1 });
      return {
        markdown: step.value.markdown,
        usage: null,
        notes: [NO_MODEL, ...step.value.notes, ...listLanguageNotes(brief)],
      };
    }
    control.onProgress({
      step: 'humanizing',
      label: `Humanizing: ${step.value.done} of ${step.value.total} paragraphs`,
      ...step.value,
    });
    await breathe();
    throwIfCancelled(control.signal);
  }
}

/**
 * Creates the engine that needs no account, network or model. It is deterministic: the same brief gives the same bytes.
 */
export function createComposer(): TextEngine {
  return {
    id: 'composer',
    label: 'Offline composer (no language model)',
    isLanguageModel: false,
    outline: composeOutline,
    script: composeScriptText,
    humanize,
    ideas: composeIdeas,
  };
}

/** Makes ideas without a model: fills title templates with words from the given videos and channel. */
import { capitalize } from '#markdown/capitalize.ts';
import {
  type IdeaMaterial,
  type IdeasBrief,
  type SuggestedIdea,
  type TextControl,
  throwIfCancelled,
} from '../text-engine.ts';
import { toComparableTitle } from '../comparable-title.ts';
import { getFrames, type IdeaFrame } from './idea-frames.ts';
import { fill } from './text.ts';

const MAX_TITLE = 100;
const MAX_SUBJECT_WORDS = 5;

/** Lists words that a subject neither begins nor ends with, in the languages that have frames. */
const STOP_WORDS = new Set(
  (
    'a an the this that these those my our your his her their its i we you he she they it who what when where why how ' +
    'is are was were be been do does did can could will would should have has had to of in on at for from by with about ' +
    'into through after before over and or but not no never again every all any some only just more most than as so if ' +
    'der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine ich wir du ihr sie er es ' +
    'ist sind war waren hat haben wie was wer wo warum wann mit ohne von vom zu zum zur im in am an auf aus für über nach vor ' +
    'le la les un une des du de et ou mais pas ne je tu il elle nous vous ils elles est sont qui que quoi comment pourquoi ' +
    'el los las una unos unas y o pero no yo ella ellos es son que como por para con sin'
  ).split(' '),
);

const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}’'&.-]*/gu) ?? [];

function trimStopWords(list: readonly string[]): string[] {
  const isStopWord = (word: string | undefined): boolean => word !== undefined && STOP_WORDS.has(word.toLowerCase());
  let [start, end] = [0, list.length];
  while (start < end && isStopWord(list[start])) start++;
  while (end > start && isStopWord(list[end - 1])) end--;
  return list.slice(start, end).map((word) => word.replace(/[.'’-]+$/u, ''));
}

/** Returns a title's subject in a few of its own words, without the lead-in; null if nothing is left. */
function toSubject(title: string): string | null {
  const parts = title.split(/[:|–—()[\]#!?.,;]+/u).map((part) => trimStopWords(splitWords(part)));
  const best = parts.filter((part) => part.length > 0).toSorted((a, b) => b.length - a.length)[0];
  if (!best) return null;
  const subject = trimStopWords(best.slice(0, MAX_SUBJECT_WORDS)).join(' ');
  return subject.length >= 3 ? subject : null;
}

/** Returns runs of words between stop words: the phrases that a description uses to name things. */
function listPhrases(text: string): string[] {
  return (
    text
      .split(/[:|–—()[\]#!?.,;“”"\n]+/u)
      .flatMap((part) => {
        const runs: string[][] = [[]];
        for (const word of splitWords(part)) {
          if (STOP_WORDS.has(word.toLowerCase())) runs.push([]);
          else runs.at(-1)?.push(word);
        }
        return runs;
      })
      // Drop a leading verb: “measured noise levels” is about noise levels.
      .map((run) => (run.length > 2 && /(?:ed|ing)$/.test(run[0] ?? '') ? run.slice(1) : run))
      .filter((run) => run.length >= 2 && run.length <= 3 && run.join('').length >= 8)
      .map((run) => run.join(' '))
  );
}

interface Subject {
  readonly words: string;
  readonly source: IdeaMaterial | null;
}

/** Collects subjects: first what the videos are about, then what their titles and descriptions mention. */
function collectSubjects(material: readonly IdeaMaterial[], channel: string): [Subject[], Subject[]] {
  const first = material.flatMap((video): Subject[] => {
    const subjectWords = video.topic.trim() === '' ? toSubject(video.title) : video.topic.trim();
    return subjectWords === null ? [] : [{ words: subjectWords, source: video }];
  });
  const further = material.flatMap((video): Subject[] =>
    [toSubject(video.title) ?? '', ...listPhrases(video.description ?? '')].map((subjectWords) => ({
      words: subjectWords,
      source: video,
    })),
  );
  const channelSubjects = listPhrases(channel).map((subjectWords): Subject => ({ words: subjectWords, source: null }));
  const seenKeys = new Set<string>();
  const isNew = ({ words: subjectWords }: Subject): boolean => {
    const key = toComparableTitle(subjectWords);
    if (key === '' || subjectWords.length > 60 || seenKeys.has(key)) return false;
    seenKeys.add(key);
    return true;
  };
  return [first.filter(isNew), [...further, ...(material.length === 0 ? channelSubjects : [])].filter(isNew)];
}

/** Lowercases a leading -ing verb, which is capitalised only because it opened its title. */
const lowerLeadingVerb = (subject: string): string =>
  subject.replace(/^\p{Lu}\p{Ll}+ing\b/u, (word) => word.toLowerCase());

function toTitle(frame: IdeaFrame, subject: string): string {
  return capitalize(fill(frame.title, { t: lowerLeadingVerb(subject) }));
}

/** Returns the index of the frame a title was made from, or -1. */
function findFrame(title: string, frames: readonly IdeaFrame[]): number {
  const comparable = toComparableTitle(title);
  return frames.findIndex(({ title: form }) => {
    const [before = '', after = ''] = form.split('{t}').map(toComparableTitle);
    return (
      comparable.startsWith(before) && comparable.endsWith(after) && comparable.length > before.length + after.length
    );
  });
}

/** Credits the video that a subject comes from and its success. */
function describeEvidence(source: IdeaMaterial | null): string {
  if (source === null || source.title === '') return '';
  const { title, score = null } = source;
  return score === null
    ? `Subject from “${title}”.`
    : `Subject from “${title}”, which got ${score} times its channel’s usual views.`;
}

export function composeIdeas(brief: IdeasBrief, { signal }: Pick<TextControl, 'signal'>): Promise<SuggestedIdea[]> {
  throwIfCancelled(signal);
  const { count, topic, existingTitles, material, channel, language } = brief;
  const frames = getFrames(language);
  const tiers = topic === '' ? collectSubjects(material, channel) : [[{ words: topic, source: null }]];
  const usedTitles = new Set(existingTitles.map(toComparableTitle));
  const ideas: SuggestedIdea[] = [];
  // The newest existing title shows which frame the last call ended with.
  let lastFrame = existingTitles[0] === undefined ? -1 : findFrame(existingTitles[0], frames);
  const addIdea = ({ words: subjectWords, source }: Subject, index: number): boolean => {
    const frame = frames[index];
    if (!frame || index === lastFrame) return false;
    const title = toTitle(frame, subjectWords);
    if (title.length > MAX_TITLE || usedTitles.has(toComparableTitle(title))) return false;
    usedTitles.add(toComparableTitle(title));
    lastFrame = index;
    const { angle, picture: thumbnail_concept } = frame;
    ideas.push({ title, topic: subjectWords, angle, thumbnail_concept, evidence: describeEvidence(source) });
    return true;
  };
  const start = existingTitles.length;
  for (const subjects of tiers) {
    // Change subject and frame each turn; if a pair is taken, try the next frame.
    for (let turn = 0; turn < subjects.length * frames.length && ideas.length < count; turn++) {
      const subject = subjects[(start + turn) % subjects.length];
      const first = start + turn + Math.floor(turn / subjects.length);
      for (let step = 0; subject && step < frames.length; step++) {
        if (addIdea(subject, (first + step) % frames.length)) break;
      }
    }
  }
  return Promise.resolve(ideas);
}

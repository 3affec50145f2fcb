import { undo } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getScriptSeconds } from '#markdown/cuts/suggest-cuts.ts';
import { listScriptPieces } from '#markdown/spoken-pieces.ts';
import { toSpokenSeconds } from '#markdown/spoken.ts';
import { FakeProfile, TestWindow } from '#renderer/drafts/test-window.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { ScriptEditorView } from '../editor/script-editor-view.ts';
import { ScriptFigures } from '../editor/script-figures.svelte.ts';
import { deleteTake, saveTake, loadTakes, setPaces } from './stored-takes.ts';
import { createTakeMarks, type Take } from './take.ts';
import { setTakeMarks, takeMarks, readTakeMarks } from './take-marks.ts';
import { TakeRecorder } from './take-recorder.ts';

const createWords = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}word`).join(' ');
const FAST = createWords('fast', 30);
const SLOW = createWords('slow', 30);
const LAST = createWords('last', 30);
const SCRIPT = `# Title\n\n${FAST}\n\n## Yard\n\n[Cue: map]\n\n${SLOW}\n\n## Yard\n\n${LAST}`;

/** Records a take of the script: the middle paragraph at half the pace, with a stop of three seconds. */
function recordTake(script = SCRIPT): Take {
  const recorder = new TakeRecorder();
  const pieces = listScriptPieces(script);
  recorder.replacePieces(pieces);
  for (const [index, { kind, text }] of pieces.entries())
    if (kind === 'spoken') recorder.add(index, 30, text === SLOW ? 18 : 10);
  const slow = pieces.findIndex(({ text }) => text === SLOW);
  recorder.pause(slow, 10_000);
  recorder.resume(13_000);
  recorder.pause(slow, 20_000);
  recorder.resume(20_400);
  return recorder.createTake({ words: 90, seconds: 38, pace: 142 });
}

const getMarks = (take: Take, script: string) =>
  createTakeMarks(take, listScriptPieces(script)).map(({ from, to, ...mark }) => ({
    text: script.slice(from, to),
    ...mark,
  }));

describe('a take', () => {
  it('marks where the speaker slowed and stopped, without breaths', () => {
    expect(getMarks(recordTake(), SCRIPT)).toEqual([
      { text: FAST, slowPace: null, pausedSeconds: 0, edited: false },
      { text: SLOW, slowPace: 100, pausedSeconds: 3, edited: false },
      { text: LAST, slowPace: null, pausedSeconds: 0, edited: false },
    ]);
  });

  it('measures only what was spoken of a paragraph', () => {
    const recorder = new TakeRecorder();
    recorder.replacePieces(listScriptPieces(SCRIPT));
    recorder.add(1, 30, 10);
    recorder.add(4, 20, 15);
    const take = recorder.createTake({ words: 50, seconds: 25, pace: 120 });
    expect(take.pieces.map(({ units, seconds }) => `${units} in ${seconds}`)).toEqual(['30 in 10', '20 in 15']);
    expect(getMarks(take, SCRIPT).map(({ slowPace }) => slowPace)).toEqual([null, 80]);
    expect(take.sections.map(({ pace }) => pace)).toEqual([180, 100]);
  });

  it('gives each section its pace, also those with the same heading', () => {
    expect(recordTake().sections).toEqual([
      { heading: 'Title', nth: 0, pace: 180 },
      { heading: 'Yard', nth: 0, pace: 100 },
      { heading: 'Yard', nth: 1, pace: 180 },
    ]);
  });

  it('keeps the record of a paragraph that is edited while the take runs', () => {
    const recorder = new TakeRecorder();
    const pieces = listScriptPieces(SCRIPT);
    recorder.replacePieces(pieces);
    pieces.forEach(({ kind }, index) => kind === 'spoken' && recorder.add(index, 30, 10));
    const after = SCRIPT.replace('slow3word', 'other');
    recorder.replacePieces(listScriptPieces(after));
    const take = recorder.createTake({ words: 90, seconds: 30, pace: 180 });
    expect(getMarks(take, after).map(({ edited }) => edited)).toEqual([false, true, false]);
    expect(take.pieces.map(({ seconds }) => seconds)).toEqual([10, 10, 10]);
  });

  it('marks a paragraph as edited after the take, and drops removed ones', () => {
    const editedScript = SCRIPT.replace('slow7word', 'seven');
    expect(getMarks(recordTake(), editedScript)[1]).toEqual({
      text: SLOW.replace('slow7word', 'seven'),
      slowPace: 100,
      pausedSeconds: 3,
      edited: true,
    });
    expect(getMarks(recordTake(), SCRIPT.replace(SLOW, '')).map(({ text }) => text)).toEqual([FAST, LAST]);
  });

  it('finds its paragraphs after any edits around them', () => {
    const other = fc.stringMatching(/^[a-z]{2,9}( [a-z]{2,9}){1,6}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), other), { maxLength: 6 }), (inserted) => {
        const blocks = [FAST, `## Yard\n\n${SLOW}`, LAST];
        const take = recordTake(blocks.join('\n\n'));
        for (const [at, text] of inserted) blocks.splice(Math.min(at, blocks.length), 0, text);
        const marks = getMarks(take, blocks.join('\n\n'));
        expect(marks.map(({ text }) => text)).toEqual([FAST, SLOW, LAST]);
        expect(marks.every(({ edited }) => !edited)).toBe(true);
      }),
    );
  });
});

describe('marks beside the text', () => {
  function open() {
    const editor = new ScriptEditorView();
    const host = document.createElement('div');
    document.body.append(host);
    editor.open(SCRIPT);
    editor.extend(takeMarks);
    editor.link(host);
    const view = EditorView.findFromDOM(host)!;
    editor.apply({
      effects: setTakeMarks.of({ marks: createTakeMarks(recordTake(), listScriptPieces(SCRIPT)), label: ({ slowPace }) => `at ${slowPace}` }),
    }); // prettier-ignore
    onTestFinished(() => {
      editor.unlink();
      host.remove();
    });
    const getRanges = () => readTakeMarks(view).map(({ from, to, edited }) => [view.state.sliceDoc(from, to), edited]);
    return { editor, view, getRanges };
  }

  it('stay with their paragraphs while text is added above and below, and mark edited ones', () => {
    const { view, getRanges } = open();
    view.dispatch({ changes: { from: 0, insert: 'Above.\n\n' } });
    view.dispatch({ changes: { from: view.state.doc.toString().indexOf(SLOW), insert: 'Right above.\n\n' } });
    const end = view.state.doc.toString().indexOf(SLOW) + SLOW.length;
    view.dispatch({ changes: { from: end, insert: '\n\nBelow.' } });
    expect(getRanges()).toEqual([[FAST, false], [SLOW, false], [LAST, false]]); // prettier-ignore
    view.dispatch({ changes: { from: end - 1, insert: 's' } });
    expect(getRanges().map(([, isEdited]) => isEdited)).toEqual([false, true, false]);
    undo(view);
    expect(getRanges()).toHaveLength(3);
  });

  it('show a sign with its meaning', () => {
    open();
    const signs = [...document.querySelectorAll('.cm-takeSign')].filter(({ textContent }) => textContent !== '');
    expect(signs.map((sign) => [sign.textContent, sign.getAttribute('title')])).toEqual([['↓‖', 'at 100']]);
  });
});

it('uses the paces of sections for spoken times everywhere', () => {
  const { sections } = recordTake();
  const pacing = { general: 150, sections };
  const expected = toSpokenSeconds(30, 180) + toSpokenSeconds(30, 100) + toSpokenSeconds(30, 180);
  expect(getScriptSeconds(SCRIPT, pacing)).toBeCloseTo(expected, 5);
  const figures = new ScriptFigures();
  const editor = new ScriptEditorView({ onChange: (change) => figures.recordChange(change) });
  editor.open(SCRIPT);
  figures.countNow();
  expect(figures.seconds).toBeCloseTo(toSpokenSeconds(90, 150), 5);
  figures.setSectionPaces(sections);
  expect(figures.seconds).toBeCloseTo(expected, 5);
  expect(figures.createRows().map(({ seconds }) => Math.round(seconds))).toEqual([10, 18, 10]);
  figures.setSectionPaces([]);
  expect(figures.seconds).toBeCloseTo(toSpokenSeconds(90, 150), 5);
});

it('stores the latest five takes on disk until they are deleted', async () => {
  const journal = new FakeJournal();
  const { forms } = new TestWindow(new FakeProfile(), journal);
  const take = recordTake();
  for (const id of ['1', '2', '3', '4', '5', '6']) await saveTake(forms, 'local', 7, { ...take, id });
  await saveTake(forms, 'local', 7, { ...take, id: '6', words: 99 });
  await setPaces(forms, 'local', 7, take.sections);
  // Another window without a copy of its own reads them from disk.
  const other = new TestWindow(new FakeProfile(), journal);
  const storedTakes = await loadTakes(other.forms, 'local', 7);
  expect(storedTakes.takes.map(({ id, words: count }) => [id, count])).toEqual([['6', 99], ['5', 90], ['4', 90], ['3', 90], ['2', 90]]); // prettier-ignore
  expect(storedTakes.paces).toEqual(take.sections);
  await deleteTake(other.forms, 'local', 7, '6');
  expect((await loadTakes(other.forms, 'local', 7)).takes.map(({ id }) => id)).toEqual(['5', '4', '3', '2']);
});

import {
  EditorSelection,
  Prec,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type StateCommand,
} from '@codemirror/state';
import {
  Decoration,
  EditorView,
  keymap,
  WidgetType,
  type DecorationSet,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { toQuestionText } from '#markdown/questions.ts';
import { beginsQuestion, continuesQuestion, QUESTION_MARKS, getQuestion } from '#markdown/question-lines.ts';
import { findCodeRanges, findQuestionStart } from './line-kinds.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the range of the question at an offset, without the line end after it; code has no questions. */
function findQuestionAt(state: EditorState, offset: number): Range | null {
  const { doc } = state;
  const first = findQuestionStart(doc, doc.lineAt(offset));
  if (!first || isInCode(state, first.from)) return null;
  let last = first;
  while (last.number < doc.lines && continuesQuestion(doc.line(last.number + 1).text)) last = doc.line(last.number + 1);
  return { from: first.from, to: last.to };
}

const isInCode = (state: EditorState, at: number): boolean => findCodeRanges(state, at, at).length > 0;

/** Returns the start of the next question after an offset, starting over at the top; null if there is none. */
function findNextQuestion(state: EditorState, offset: number): number | null {
  const { doc } = state;
  const first = doc.lineAt(offset).number;
  for (let step = 0; step < doc.lines; step += 1) {
    const line = doc.line(((first + step) % doc.lines) + 1);
    if (beginsQuestion(line.text) && !isInCode(state, line.from)) return line.from;
  }
  return null;
}

/** An answer being written in the place of its question. */
interface Answer extends Range {
  readonly source: string;
}

const setAnswer = StateEffect.define<Answer | null>();

class QuestionLabel extends WidgetType {
  readonly #question: string;
  constructor(question: string) {
    super();
    this.#question = question;
  }
  override eq(other: QuestionLabel): boolean {
    return other.#question === this.#question;
  }
  override toDOM(): HTMLElement {
    const label = document.createElement('div');
    label.className = 'cm-question-label';
    label.textContent = this.#question;
    return label;
  }
}

const answerField = StateField.define<Answer | null>({
  create: () => null,
  update(current, { changes, docChanged, effects, newDoc }) {
    for (const effect of effects) if (effect.is(setAnswer)) return effect.value;
    if (!current || !docChanged) return current;
    const mappedAnswer = { ...current, from: changes.mapPos(current.from, -1), to: changes.mapPos(current.to, 1) };
    // Undo restored the question.
    return findQuestionStart(newDoc, newDoc.lineAt(mappedAnswer.from)) ? null : mappedAnswer;
  },
  provide: (field) =>
    EditorView.decorations.from(field, (current): DecorationSet => {
      if (!current) return Decoration.none;
      const widget = new QuestionLabel(toQuestionText(getQuestion(current.source.split('\n'))));
      return Decoration.set(Decoration.widget({ widget, block: true, side: -1 }).range(current.from));
    }),
});

/** Replaces the question at the cursor with the words typed so far; a label shows it until the cursor leaves. */
function beginAnswer(state: EditorState, answer: string) {
  const question = findQuestionAt(state, state.selection.main.head);
  if (!question) return null;
  const end = question.from + answer.length;
  return state.update({
    changes: { ...question, insert: answer },
    selection: EditorSelection.cursor(end),
    effects: setAnswer.of({ from: question.from, to: end, source: state.sliceDoc(question.from, question.to) }),
    scrollIntoView: true,
    userEvent: 'input.type',
  });
}

const answerQuestion: StateCommand = ({ state, dispatch }) => {
  const transaction = beginAnswer(state, '');
  if (transaction) dispatch(transaction);
  return transaction !== null;
};

/** Moves to the next question; returns false if there is none. */
export const goToNextQuestion: StateCommand = ({ state, dispatch }) => {
  const from = findNextQuestion(state, state.selection.main.head);
  if (from === null) return false;
  const effects = EditorView.scrollIntoView(from, { y: 'center' });
  dispatch(state.update({ selection: EditorSelection.cursor(from), effects, userEvent: 'select' }));
  return true;
};

const goOnFromQuestion: StateCommand = (target) => {
  const { state } = target;
  const isAtQuestion = state.field(answerField) !== null || findQuestionAt(state, state.selection.main.head) !== null;
  return isAtQuestion && goToNextQuestion(target);
};

/** Restores a question whose answer was left empty, once the cursor or the focus is elsewhere. */
const restoreUnanswered = EditorView.updateListener.of(({ state, view, focusChanged }) => {
  const current = state.field(answerField);
  if (!current) return;
  const { from, to, source } = current;
  const { head } = state.selection.main;
  const isEmpty = state.sliceDoc(from, to).trim() === '';
  const isOutside = head < from || head > to || (isEmpty && focusChanged && !view.hasFocus);
  if (!isOutside) return;
  view.dispatch({
    ...(isEmpty && { changes: { from, to, insert: source } }),
    effects: setAnswer.of(null),
  });
});

/** Typing on a question answers it. */
const answerByTyping = EditorView.inputHandler.of((view, from, to, text) => {
  if (view.state.readOnly || from !== to || from !== view.state.selection.main.head) return false;
  const transaction = beginAnswer(view.state, text);
  if (transaction) view.dispatch(transaction);
  return transaction !== null;
});

class QuestionSign extends WidgetType {
  override eq(): boolean {
    return true;
  }
  override toDOM(): HTMLElement {
    const sign = document.createElement('span');
    sign.className = 'cm-question-sign';
    sign.textContent = '?';
    return sign;
  }
}

const sign = Decoration.replace({ widget: new QuestionSign() });
const signMatcher = new MatchDecorator({
  regexp: QUESTION_MARKS,
  decoration: (_match, { state }, at) => (isInCode(state, at) ? null : sign),
});

/** Shows a sign in place of the marker of each question. */
const questionSigns = ViewPlugin.define(
  (view) => ({
    decorations: signMatcher.createDeco(view),
    update(update: ViewUpdate) {
      this.decorations = signMatcher.updateDeco(update, this.decorations);
    },
  }),
  {
    decorations: ({ decorations }) => decorations,
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
  },
);

/** Lets a person answer questions: Enter or typing answers, Tab goes to the next one. */
export const questions: Extension = [
  answerField,
  questionSigns,
  restoreUnanswered,
  answerByTyping,
  Prec.highest(
    keymap.of([
      { key: 'Tab', run: goOnFromQuestion },
      { key: 'Enter', run: answerQuestion },
    ]),
  ),
];

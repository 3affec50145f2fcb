import {
  type Action,
  type Diagnostic,
  diagnosticCount,
  forceLinting,
  forEachDiagnostic,
  linter,
  lintKeymap,
} from '@codemirror/lint';
import type { EditorState, Extension, Line } from '@codemirror/state';
import { type Command, EditorView, keymap } from '@codemirror/view';
import { readCueText } from '#markdown/cue.ts';
import type { VoiceCheck, VoiceFinding } from '#markdown/voice/check.ts';
import { findFrontMatterEnd } from './front-matter-end.ts';
import { getSyntax } from './syntax.ts';
import { TOOLTIP_BOX } from './theme.ts';

/** Pause in typing before the text is checked, in ms. */
const TYPING_PAUSE_MS = 500;
/** The most lines whose findings are cached; no window shows more at once. */
const MAX_CACHED_LINES = 500;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
/** Text in these nodes is not spoken, or not the person's to change. */
const NOT_SPOKEN =
  /^(?:FencedCode|CodeBlock|InlineCode|HTMLBlock|CommentBlock|Comment|URL|Autolink|LinkReference|Image)$/;

export interface VoiceCheckOptions {
  readonly check: VoiceCheck;
  /** The findings the person dismissed, as `kind key`. */
  readonly dismissed: Set<string>;
  /** Runs when the number of visible findings changes. */
  readonly onCount: (count: number) => void;
}

function isSpoken(state: EditorState, at: number): boolean {
  for (let node = getSyntax(state)?.resolveInner(at, 1); node?.parent; node = node.parent) {
    if (NOT_SPOKEN.test(node.name)) return false;
  }
  return true;
}

const getFindingKey = ({ kind, key }: VoiceFinding): string => `${kind} ${key}`;

class VisibleTextChecker {
  readonly #options: VoiceCheckOptions;
  /** Findings by line, cached so that unchanged lines are not checked again. */
  readonly #cache = new Map<string, readonly VoiceFinding[]>();

  constructor(options: VoiceCheckOptions) {
    this.#options = options;
  }

  /** Checks the visible text only, whatever the length of the script. */
  check(view: EditorView): Diagnostic[] {
    const diagnostics: Diagnostic[] = [];
    let next = 0;
    for (const range of view.visibleRanges) {
      for (let at = Math.max(range.from, next); at <= range.to;) {
        const line = view.state.doc.lineAt(at);
        diagnostics.push(...this.#checkLine(view.state, line));
        at = next = line.to + 1;
      }
    }
    return diagnostics;
  }

  #checkLine(state: EditorState, line: Line): Diagnostic[] {
    if (HEADING.test(line.text) || readCueText(line.text) !== null || line.from < findFrontMatterEnd(state.doc))
      return [];
    return this.#findInText(line.text)
      .filter(
        (finding) => !this.#options.dismissed.has(getFindingKey(finding)) && isSpoken(state, line.from + finding.from),
      )
      .map((finding) => this.#createDiagnostic(finding, line.from));
  }

  #findInText(text: string): readonly VoiceFinding[] {
    const cachedFindings = this.#cache.get(text);
    if (cachedFindings) return cachedFindings;
    if (this.#cache.size >= MAX_CACHED_LINES) this.#cache.clear();
    const findings = this.#options.check.check(text);
    this.#cache.set(text, findings);
    return findings;
  }

  #createDiagnostic(finding: VoiceFinding, start: number): Diagnostic {
    const { from, to, message, fixes } = finding;
    const fixActions = fixes.map((fix): Action => ({
      name: fix.label,
      // The text may have moved since the check.
      apply: (view, currentFrom) => {
        const shift = currentFrom - from;
        const changes = { from: fix.from + shift, to: fix.to + shift, insert: fix.insert };
        view.dispatch({ changes, userEvent: 'input.complete', scrollIntoView: true });
        view.focus();
      },
    }));
    const ignore: Action = {
      name: 'Ignore',
      apply: (view) => {
        this.#options.dismissed.add(getFindingKey(finding));
        forceLinting(view);
        view.focus();
      },
    };
    const severity = finding.kind === 'avoid' || finding.kind === 'replace' ? 'warning' : 'info';
    return { from: start + from, to: start + to, severity, message, source: 'Voice', actions: [...fixActions, ignore] };
  }
}

/** Applies the first fix of the finding at the cursor. */
const applyFixAtCursor: Command = (view) => {
  const { head } = view.state.selection.main;
  let isApplied = false;
  forEachDiagnostic(view.state, (diagnostic, from, to) => {
    if (isApplied || head < from || head > to) return;
    diagnostic.actions?.[0]?.apply(view, from, to);
    isApplied = true;
  });
  return isApplied;
};

const lintTheme = EditorView.theme({
  '.cm-lintRange': { backgroundImage: 'none', textDecoration: 'underline', textUnderlineOffset: '4px' },
  '.cm-lintRange-warning': {
    textDecorationStyle: 'wavy',
    textDecorationColor: 'var(--warning)',
    textDecorationThickness: '1px',
  },
  '.cm-lintRange-info': { textDecorationStyle: 'dotted', textDecorationColor: 'var(--text-3)' },
  '.cm-lintRange-active': { backgroundColor: 'var(--selected)' },
  '.cm-tooltip.cm-tooltip-lint, .cm-tooltip-hover': TOOLTIP_BOX,
  '.cm-diagnostic, .cm-diagnostic-warning, .cm-diagnostic-info': { padding: '8px 10px', borderLeft: '0' },
  '.cm-diagnosticSource': { display: 'none' },
  '.cm-diagnosticText': { display: 'block' },
  '.cm-diagnosticAction': {
    margin: '6px 6px 0 0',
    padding: '3px 8px',
    border: 'var(--b-hair)',
    borderRadius: 'var(--round-2)',
    background: 'var(--page)',
    color: 'var(--text)',
    font: 'var(--t-small)',
    fontWeight: 'var(--w-medium)',
  },
  '.cm-diagnosticAction:hover': { background: 'var(--hover)' },
  '.cm-panel.cm-panel-lint ul': { font: 'var(--t-small)', maxHeight: '140px' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { background: 'var(--selected)', color: 'var(--text)' },
});

/**
 * Marks visible text that the voice would phrase differently. Checks after a pause in typing and after scrolling, never
 * while typing. F8 moves to the next finding, Mod-. applies the first fix.
 */
export function voiceCheck(options: VoiceCheckOptions): Extension {
  const checker = new VisibleTextChecker(options);
  return [
    linter((view) => checker.check(view), {
      delay: TYPING_PAUSE_MS,
      needsRefresh: (update) => update.viewportMoved,
    }),
    keymap.of([{ key: 'Mod-.', run: applyFixAtCursor, preventDefault: true }, ...lintKeymap]),
    EditorView.updateListener.of(({ startState, state }) => {
      const count = diagnosticCount(state);
      if (count !== diagnosticCount(startState)) options.onCount(count);
    }),
    lintTheme,
  ];
}

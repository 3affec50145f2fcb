import { toSubscript, toSuperscript } from '../script-letters.ts';

/** Signs for commands of TeX; other commands keep their names: `\sin` is `sin`. */
const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν ' +
    'xi ξ omicron ο pi π varpi ϖ rho ρ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ ' +
    'Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω times × cdot · div ÷ pm ± mp ∓ ast * star ⋆ circ ∘ ' +
    'bullet • oplus ⊕ otimes ⊗ le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ll ≪ gg ≫ ne ≠ neq ≠ equiv ≡ approx ≈ sim ∼ ' +
    'simeq ≃ cong ≅ propto ∝ lt < gt > infty ∞ sum ∑ prod ∏ int ∫ iint ∬ oint ∮ partial ∂ nabla ∇ to → rightarrow → ' +
    'leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⇒ iff ⇔ mapsto ↦ uparrow ↑ downarrow ↓ ' +
    'in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ cup ∪ cap ∩ setminus ∖ emptyset ∅ varnothing ∅ forall ∀ ' +
    'exists ∃ neg ¬ lnot ¬ land ∧ wedge ∧ lor ∨ vee ∨ therefore ∴ because ∵ angle ∠ perp ⊥ parallel ∥ mid | vert | Vert ‖ ' +
    'ldots … cdots … dots … vdots ⋮ ddots ⋱ prime ′ degree ° hbar ℏ ell ℓ Re ℜ Im ℑ aleph ℵ langle ⟨ rangle ⟩ lfloor ⌊ ' +
    'rfloor ⌋ lceil ⌈ rceil ⌉ lbrace { rbrace } euro € pounds £'
  )
    .split(' ')
    .flatMap((name, index, names) => (index % 2 === 0 ? [[name, names[index + 1] ?? '']] : [])),
);
const SPACES: Readonly<Record<string, string>> = {
  ',': ' ', ':': ' ', ';': ' ', ' ': ' ', '!': '', '\\': '\n', quad: ' ', qquad: ' ', enspace: ' ', thinspace: ' ', newline: '\n',
}; // prettier-ignore
/** Commands that only change how the formula looks. */
const IGNORED_COMMANDS =
  /^(?:left|right|middle|[bB]igg?[lrm]?|displaystyle|textstyle|scriptstyle|limits|nolimits|nonumber|notag|hline|bf|it|rm)$/;
const FRACTION = /^[dtc]?frac$/;

/** Puts several characters in brackets, so that they stay together. */
const group = (text: string): string => (/^(?:[\p{L}\p{N}.,√]+|.)$/u.test(text) ? text : `(${text})`);

function toScriptCharacters(mark: '^' | '_', text: string): string {
  if (text === '') return '';
  return (mark === '^' ? toSuperscript(text) : toSubscript(text)) ?? mark + group(text);
}

/** Limits groups in groups; the content of deeper ones is read as part of the formula around them. */
const MAX_DEPTH = 100;

class Formula {
  readonly #tex: string;
  #position = 0;
  #depth = 0;

  constructor(tex: string) {
    this.#tex = tex;
  }

  /** Reads up to the brace that closes the group, or to the end. */
  read(): string {
    let text = '';
    while (this.#position < this.#tex.length && this.#tex[this.#position] !== '}') text += this.#readNext();
    this.#position += 1;
    return text;
  }

  get isOver(): boolean {
    return this.#position >= this.#tex.length;
  }

  #readNext(): string {
    const char = this.#tex.charAt(this.#position++);
    if (char === '\\') return this.#readCommand();
    if (char === '{') return this.#readNested(() => this.read());
    if (char === '^' || char === '_') return toScriptCharacters(char, this.#readArgument());
    if (char === '&' || char === '~') return ' ';
    if (char === '%') return this.#skipComment();
    return char === "'" ? '′' : char;
  }

  #readNested(read: () => string): string {
    if (this.#depth >= MAX_DEPTH) return '';
    this.#depth += 1;
    const text = read();
    this.#depth -= 1;
    return text;
  }

  #skipComment(): string {
    const end = this.#tex.indexOf('\n', this.#position);
    this.#position = end < 0 ? this.#tex.length : end;
    return '';
  }

  /** Reads the argument of a command: a group, or the next character. */
  #readArgument(): string {
    while (/\s/.test(this.#tex.charAt(this.#position))) this.#position += 1;
    if (this.isOver || this.#tex[this.#position] === '}') return '';
    return this.#readNested(() => this.#readNext().trim());
  }

  #readOption(): string {
    const [match, text] = /^\s*\[([^\]]*)\]/.exec(this.#tex.slice(this.#position, this.#position + 40)) ?? ['', ''];
    this.#position += match.length;
    return text ?? '';
  }

  #readCommand(): string {
    const [name = ''] = /^(?:[a-zA-Z]+\*?|[^])?/.exec(this.#tex.slice(this.#position, this.#position + 40)) ?? [];
    this.#position += name.length;
    if (FRACTION.test(name)) return `${group(this.#readArgument())}/${group(this.#readArgument())}`;
    if (name === 'sqrt') return `${toScriptCharacters('^', this.#readOption())}√${group(this.#readArgument())}`;
    if (name === 'begin' || name === 'end') return this.#readArgument() && ' ';
    if (IGNORED_COMMANDS.test(name)) {
      if (this.#tex[this.#position] === '.') this.#position += 1;
      return '';
    }
    return SPACES[name] ?? SIGNS[name] ?? (/^[a-zA-Z]/.test(name) ? this.#readNamedCommand(name) : name);
  }

  /** Reads the words of a command's text, and the name of a function. */
  #readNamedCommand(name: string): string {
    const isStyle = /^(?:text|math|operatorname|mbox|boxed|overline|underline|bar|hat|vec|tilde|dot|ddot|tag)/.test(
      name,
    );
    return isStyle && this.#tex[this.#position] === '{' ? this.#readArgument() : `${name.replace('*', '')} `;
  }
}

/** Writes a formula of TeX as plain text: `\frac{1}{2}` is `1/2`, `x^2` is `x²`. */
export function toLinearMath(tex: string): string {
  const formula = new Formula(tex);
  let text = '';
  while (!formula.isOver) text += formula.read();
  return text.replace(/[ \t]+/g, ' ').trim();
}

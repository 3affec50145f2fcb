/** Lists the characters of the Symbol font from 0x20 on (Adobe's Symbol encoding); `\0` where there is none. */
// @wc-ignore
const SYMBOL =
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼\0' +
  '\0'.repeat(32) +
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\0〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭';

/** Common characters of Wingdings, Webdings and similar fonts, by hex code. */
// @wc-ignore
const DINGBATS: Readonly<Record<string, string>> = {
  wingdings:
    '21✏ 22✂ 23✁ 28☎ 29✆ 2a✉ 36⌛ 37⌨ 3a💻 41✌ 43👍 44👎 45☜ 46☞ 47☝ 48☟ 4a☺ 4b😐 4c☹ 4d💣 4e☠ 4f🏳 51✈ 52☼ 54❄ ' +
    '56✞ 58✠ 59✡ 5a☪ 5b☯ 6c● 6d❍ 6e■ 6f□ 71❑ 72❒ 74⧫ 75◆ 76❖ 77⬥ 78⌧ 7b❀ 7c✿ 7d❝ 7e❞ 80⓪ 81① 82② 83③ 84④ 85⑤ 86⑥ ' +
    '87⑦ 88⑧ 89⑨ 8a⑩ 8c❶ 8d❷ 8e❸ 8f❹ 90❺ 91❻ 92❼ 93❽ 94❾ 95❿ 9e· 9f• a1○ a4◉ a7▪ a8◻ aa✦ ab★ ac✶ ae✹ b2⟡ b6☆ ' +
    'd5⌫ d6⌦ d8➢ df← e0→ e1↑ e2↓ e3↖ e4↗ e5↙ e6↘ e8➔ ef⇦ f0⇨ f1⇧ f2⇩ f3⬄ fb✗ fc✓ fd☒ fe☑',
  'wingdings 2': '4f✗ 50✓ 51☒ 52☑ 53☒ 54☒ 55☒ 56☒ 97● 98● 9e⦿ a0■ a2▪ a3□ eb★',
  'wingdings 3': '5b← 5d→ 5c↑ 66← 67→ 68↑ 69↓ 6a↖ 6b↗ 6c↙ 6d↘ 70▲ 71▼ 74◀ 75▶ 7c◥ c6▶ ca▶',
  webdings: '31☎ 61✔ 63✉ 72✘ 34▶ 33◀ 35▲ 36▼ 59♥ 6e⬤ 63◻ 78✖',
};

const dingbatsByFont = new Map(
  Object.entries(DINGBATS).map(([font, list]) => [
    font,
    new Map(list.split(' ').map((entry) => [Number.parseInt(entry.slice(0, 2), 16), entry.slice(2)])),
  ]),
);

const isSymbolFont = (font: string): boolean => font === 'symbol' || dingbatsByFont.has(font);

/**
 * Returns the character that a code of a symbol font shows; null if there is none. Symbol fonts use the codes from
 * 0x20, or the same ones in Unicode's private area.
 */
export function getSymbol(fontName: string, code: number): string | null {
  const font = fontName.toLowerCase();
  const isPrivate = code >= 0xf000 && code <= 0xf0ff;
  if (!isPrivate && !(isSymbolFont(font) && code < 0x100)) return code > 0 ? String.fromCodePoint(code) : null;
  const glyphCode = isPrivate ? code - 0xf000 : code;
  const character = font === 'symbol' ? SYMBOL.charAt(glyphCode - 0x20) : dingbatsByFont.get(font)?.get(glyphCode);
  return character === undefined || character === '' || character === '\0' ? null : character;
}

/** Matches characters of Unicode's private area that symbol fonts use. */
export const PRIVATE_CHARACTER = /[\uF000-\uF0FF]/g;

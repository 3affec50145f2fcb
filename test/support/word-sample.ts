import { toListItem, toParagraph, toRun, WORD_NUMBERING, WORD_STYLES, createWordDocument } from './word-document.ts';

const styled = (style: string, content: string): string => toParagraph(content, `<w:pStyle w:val="${style}"/>`);
const item = (id: number, level: number, text: string): string => toParagraph(toRun(text), toListItem(id, level));

const cell = (content: string, width: number): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${content}</w:tc>`;
const row = (cells: readonly string[], properties = ''): string =>
  `<w:tr><w:trPr>${properties}</w:trPr>${cells.map((text, index) => cell(toParagraph(toRun(text), index === 2 ? '<w:jc w:val="right"/>' : ''), 3000)).join('')}</w:tr>`;

const table =
  '<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="9000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>' +
  row(['Train', 'Route', 'Berths'], '<w:tblHeader/>') +
  row(['NJ 466', 'Vienna – Paris', '120']) +
  row(['NJ 40424', 'Innsbruck – Amsterdam', '96']) +
  '</w:tbl>';

const picture =
  '<w:r><w:drawing><wp:inline><wp:extent cx="2857500" cy="1428750"/><wp:docPr id="4" name="Picture 4" descr="A night train at a platform"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">' +
  '<pic:pic><pic:nvPicPr><pic:cNvPr id="4" name="train.png"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId20"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>' +
  '<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2857500" cy="1428750"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';

const formula =
  '<m:oMathPara><m:oMath><m:r><m:t>t=</m:t></m:r><m:f><m:num><m:r><m:t>s</m:t></m:r></m:num><m:den><m:r><m:t>v</m:t></m:r></m:den></m:f><m:r><m:t>=</m:t></m:r>' +
  '<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e><m:r><m:t>2s/a</m:t></m:r></m:e></m:rad></m:oMath></m:oMathPara>';

const body =
  styled('Titel', toRun('Why night trains came back')) +
  styled('Untertitel', toRun('A script in three parts')) +
  styled('berschrift1', toRun('The evening')) +
  toParagraph(
    `${toRun('Every evening at ')}${toRun('ten past nine', '<w:i/>')}${toRun(' a ')}${toRun('blue train', '<w:b/>')}${toRun(' leaves Vienna.')}` +
      `<w:r><w:rPr><w:rStyle w:val="Betont"/></w:rPr><w:footnoteReference w:id="2"/></w:r><w:commentRangeStart w:id="0"/>${toRun(' It reaches Paris ')}` +
      `<w:del w:id="7" w:author="Ada"><w:r><w:delText>at noon</w:delText></w:r></w:del><w:ins w:id="8" w:author="Ada">${toRun('at ten')}</w:ins>${toRun('.')}` +
      '<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>',
  ) +
  toParagraph(toRun('في كل مساء يغادر قطار أزرق فيينا.', '<w:rtl/>'), '<w:bidi/>') +
  toParagraph(
    `${toRun('夜行列車は')}<w:r><w:ruby><w:rubyPr/><w:rt>${toRun('とうきょう')}</w:rt><w:rubyBase>${toRun('東京')}</w:rubyBase></w:ruby></w:r>${toRun('を出る。')}`,
  ) +
  styled('berschrift2', toRun('What it costs')) +
  item(2, 0, 'A seat from 29 euros') +
  item(2, 0, 'A couchette') +
  item(2, 1, 'six berths') +
  item(2, 1, 'four berths') +
  table +
  toParagraph('') +
  item(1, 0, 'Book early') +
  item(1, 0, 'Bring ear plugs') +
  styled('Zitat', toRun('The best hotel in Europe has wheels.')) +
  toParagraph(picture) +
  toParagraph(formula) +
  toParagraph(`${toRun('Good night.')}<w:r><w:footnoteReference w:id="3"/></w:r>`) +
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/></w:sectPr>';

/** Builds a document as a writer would send it: comments, footnotes, changes, a table, a picture, several scripts. */
export const createSampleDocument = (png: Uint8Array): Uint8Array =>
  createWordDocument({
    body,
    styles: WORD_STYLES,
    numbering: WORD_NUMBERING,
    footnotes:
      '<w:footnote w:id="-1" w:type="separator"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>' +
      `<w:footnote w:id="2">${toParagraph(`<w:r><w:footnoteRef/></w:r>${toRun(' Timetable of 2026.')}`)}</w:footnote>` +
      `<w:footnote w:id="3">${toParagraph(`<w:r><w:footnoteRef/></w:r>${toRun(' And sleep well.')}`)}</w:footnote>`,
    comments: `<w:comment w:id="0" w:author="Ben" w:initials="B">${toParagraph(toRun('Is this right?'))}</w:comment>`,
    relationships:
      '<Relationship Id="rId20" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/image1.png"/>',
    files: { 'word/media/image1.png': png },
  });

import type { Story } from './story.ts';
import { listDescendants, elements, getDirectText, type XmlElement } from '../xml.ts';
import { collapseSpaces } from '../collapse-spaces.ts';

const TEXT_BOX = 'w:txbxContent';

/** Elements that hold properties, marks and anchors, never words of the text. */
// @wc-ignore
const STOP_ELEMENTS = new Set([
  'w:bookmarkStart',
  'w:bookmarkEnd',
  'w:proofErr',
  'w:lastRenderedPageBreak',
  'w:ffData',
  'w:rt',
]);

/** Returns whether nothing below an element can be a word of the text. */
export const isStopped = (name: string): boolean => STOP_ELEMENTS.has(name) || /^w:\w+Pr$/.test(name);

interface DrawnPicture {
  /** The description its author gave it. */
  readonly text: string;
  readonly address: string;
}

export interface DrawingContent {
  readonly pictures: readonly DrawnPicture[];
  /** Texts of the drawing, as the body of a document or as paragraphs of DrawingML. */
  readonly boxes: readonly XmlElement[];
  /** True if the drawing is a line across the page, as HTML has it. */
  readonly isLine: boolean;
}

/** Finds elements of a drawing, except those inside its text boxes, which are read as text. */
function findInDrawing(drawing: XmlElement, ...names: readonly string[]): XmlElement[] {
  return elements(drawing).flatMap((child) => {
    if (names.includes(child.name)) return [child];
    return child.name === TEXT_BOX ? [] : findInDrawing(child, ...names);
  });
}

/** Makes paragraphs as a document has them of the words of a drawing. */
function toParagraphs(element: XmlElement): XmlElement[] {
  const texts = findInDrawing(element, 'a:p').map((paragraph) =>
    listDescendants(paragraph, 'a:t').map(getDirectText).join(''),
  );
  const words = findInDrawing(element, 'v:textpath').map(({ attributes }) => attributes['string'] ?? '');
  return [...texts, ...words].filter((text) => text.trim() !== '').map(toParagraph);
}

function toParagraph(text: string): XmlElement {
  const createLeaf = (name: string, children: XmlElement['children']): XmlElement => ({
    name,
    attributes: {},
    children,
  });
  return createLeaf('w:p', [createLeaf('w:r', [createLeaf('w:t', [text])])]);
}

/** Returns the words of a diagram (SmartArt), which stand in a part of their own. */
function findDiagramText(drawing: XmlElement, story: Story): XmlElement[] {
  const ids = findInDrawing(drawing, 'dgm:relIds').map(({ attributes }) => attributes['r:dm'] ?? '');
  return ids.flatMap((id) => {
    const target = story.relationships.get(id)?.target;
    const data = target === undefined ? null : story.package.readXml(target);
    return data ? listDescendants(data, 'dgm:pt').flatMap(toParagraphs) : [];
  });
}

/** Reads pictures and text boxes of a drawing; its other content is counted as left out. */
export function readDrawing(drawing: XmlElement, story: Story): DrawingContent {
  const { losses, relationships } = story;
  const boxes = findInDrawing(drawing, TEXT_BOX);
  const description = collapseSpaces(findInDrawing(drawing, 'wp:docPr')[0]?.attributes['descr'] ?? '');
  const images = findInDrawing(drawing, 'a:blip', 'v:imagedata');
  const isObject = drawing.name === 'w:object' || findInDrawing(drawing, 'o:OLEObject').length > 0;
  if (isObject) losses.add('object');
  const pictures = (isObject ? [] : images).flatMap((picture): DrawnPicture[] => {
    const id = picture.attributes['r:embed'] ?? picture.attributes['r:link'] ?? picture.attributes['r:id'] ?? '';
    const address = story.pictures.getAddress(relationships.get(id), losses);
    const text = description || collapseSpaces(getAlt(drawing, picture) ?? '');
    return address === null ? [] : [{ text, address }];
  });
  const isLine = elements(drawing).some(({ attributes }) => attributes['o:hr'] !== undefined);
  const diagram = findDiagramText(drawing, story);
  const words = toParagraphs(drawing);
  if (findInDrawing(drawing, 'c:chart').length > 0) losses.add('chart');
  else if (diagram.length > 0) losses.add('diagram');
  else if (!isObject && images.length + boxes.length + words.length === 0 && !isLine) losses.add('drawing');
  return { pictures, boxes: [...boxes, ...diagram, ...words], isLine };
}

/** Returns the description of a VML picture, which stands at the shape around it. */
const getAlt = (drawing: XmlElement, picture: XmlElement): string | undefined =>
  elements(drawing).find((shape) => elements(shape).includes(picture))?.attributes['alt'];

import { afterEach, describe, expect, it } from 'vitest';
import { xssCorpus } from '#test/faults/xss-corpus.ts';
import { createParser } from '#markdown/parser.ts';
import { Preview } from './preview.ts';

const LOADING_ATTRIBUTES =
  'src|srcset|poster|background|style|data|action|formaction|ping|srcdoc|cite|xlink:href|id|name'.split('|');
const FORBIDDEN_TAGS =
  'script,style,iframe,object,embed,img,picture,video,audio,source,track,svg,math,link,meta,base,form,input,button,select,textarea,template';

/** Describes everything in a shown preview that could run or load. */
function findDangers(host: HTMLElement): string[] {
  const dangers: string[] = [];
  for (const element of host.querySelectorAll('*')) {
    if (element.matches(FORBIDDEN_TAGS)) dangers.push(`<${element.localName}>`);
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || LOADING_ATTRIBUTES.includes(name)) dangers.push(`${element.localName} ${name}`);
      if (name === 'href' && !/^(https?|mailto):/i.test(value.trim()))
        dangers.push(`${element.localName} href ${value}`);
    }
  }
  return dangers;
}

const preview = new Preview();
const host = document.createElement('div');

afterEach(() => host.remove());

describe('hostile markdown', () => {
  it('leaves nothing in the preview that can run or load', () => {
    document.body.append(host);
    preview.link(host);
    for (const text of xssCorpus) {
      preview.update(text);
      expect(findDangers(host), text).toEqual([]);
    }
    preview.update(xssCorpus.join('\n\n'));
    expect(findDangers(host)).toEqual([]);
  }, 300_000);

  it('control: without the sanitiser most vectors are detected', () => {
    const inert = document.implementation.createHTMLDocument('');
    const md = createParser({ html: true });
    const detectedTexts = xssCorpus.slice(0, 120).filter((text) => {
      const bareElement = inert.createElement('div');
      bareElement.innerHTML = md.render(text);
      return findDangers(bareElement).length > 0;
    });
    expect(detectedTexts.length).toBeGreaterThan(80);
  });
});

import type { Entities, WheelAnalysis } from 'kerbside';
import { render } from 'lit';
import { expect, onTestFinished, test } from 'vitest';
import type { App } from '../../demo/app.ts';
import type { LoadedInspection } from '../../demo/common/loaded-inspection.ts';
import { renderReadings } from '../../demo/inspection/readings.ts';
import { en } from '../../demo/locales/en.ts';
import { fr } from '../../demo/locales/fr.ts';
import { namesIn } from '../../src/domain/names/names.ts';
import '../../demo/style/tokens.css';
import '../../demo/style/base.css';
import '../../demo/style/results.css';

const sure = <Label extends string>(prediction: Label) => ({ prediction, confidence: 0.97 });
const wheel: WheelAnalysis = {
  id: 'w',
  imageId: 'i',
  wheelName: 'wheel_back_left',
  rimCondition: sure('NOT_DAMAGED'),
  rimMaterial: sure('STEEL'),
  rimVisualAspect: sure('CLASSIC'),
  hubcapOverRim: sure('HUBCAP_OVER_RIM'),
  hubcapCondition: sure('NOT_DAMAGED'),
  hubcapVisualAspect: sure('CLASSIC'),
  createdBy: { model: 'a model', version: '1', engine: 'none' },
};

/** Renders the cards of the app and the fleet page. Their least width is 150 px. */
function renderCards(language: 'en' | 'fr', width: number): HTMLElement {
  const page = document.createElement('div');
  page.style.width = `${width}px`;
  onTestFinished(() => page.remove());
  document.body.append(page);
  const app = { language, messages: { en, fr }[language], names: namesIn(language) } as App;
  const entities = { wheelAnalysis: { w: wheel }, documents: {} } as Partial<Entities>;
  render(renderReadings(app, { entities } as LoadedInspection), page);
  return page;
}

/** Returns the words that continue on another line. */
function listBrokenWords(element: Element): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (range.getClientRects().length > 1) broken.push(word);
    }
  }
  return broken;
}

test.each([
  ['en', 150],
  ['fr', 150],
  ['en', 320],
  ['fr', 320],
] as const)('a wheel card breaks no word, in %s at %d px', (language, width) => {
  const card = renderCards(language, width).querySelector('.reading');
  if (!card) throw new Error('There is no card.');
  expect(card.querySelectorAll('dl > div')).toHaveLength(3);
  expect(card.scrollWidth).toBe(card.clientWidth);
  expect(listBrokenWords(card)).toEqual([]);
});

test.each(['en', 'fr'] as const)(
  'a model that sees no damage on a rim has found nothing, in %s',
  (language) => {
    const [rim, material] = renderCards(language, 320).querySelectorAll('.reading dd');
    expect(rim?.textContent?.trim()).toBe({ en: 'nothing found', fr: 'rien trouvé' }[language]);
    expect(material?.textContent).toMatch(/97/);
  },
);

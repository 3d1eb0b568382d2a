import type { Document, WheelAnalysis } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import { whatWasRead } from '../../src/domain/document-fields.ts';
import { isToldOf } from '../../src/domain/wheel-prediction.ts';
import type { App } from '../app.ts';
import type { Shown } from '../parts/shown.ts';
import { card } from '../parts/templates.ts';

/** Wheels, and what was read on the vehicle, where there is any. */
export function readingCards(app: App, { entities }: Shown): unknown {
  const wheels = Object.values(entities.wheelAnalysis).filter(isToldOf);
  const documents = Object.values(entities.documents);
  const { results } = app.words;
  return [
    wheels.length === 0
      ? nothing
      : card(
          'wheels',
          results.wheels,
          html`<ul class="readings">
            ${wheels.map((wheel) => wheelCard(app, wheel))}
          </ul>`,
        ),
    documents.length === 0
      ? nothing
      : card(
          'texts',
          results.texts,
          html`<ul class="readings">
            ${documents.map((document) => textCard(app, document))}
          </ul>`,
        ),
  ];
}

function wheelCard({ names, words }: App, wheel: WheelAnalysis): TemplateResult {
  const { rimCondition, rimMaterial, hubcapCondition, wheelName } = wheel;
  const { rim, material, hubcap } = words.results.wheelParts;
  const facts = [
    [rim, rimCondition],
    [material, rimMaterial],
    [hubcap, hubcapCondition],
  ] as const;
  const shown = facts.filter(([, { prediction }]) => prediction !== 'NOT_APPLICABLE');
  const isDamaged = [rimCondition, hubcapCondition].some(({ prediction }) => prediction === 'DAMAGED');
  return html`<li class="reading" data-state=${isDamaged ? 'bad' : 'good'}>
    <h3>${wheelName ? names.wheel(wheelName) : names.part('wheel')}</h3>
    <dl>
      ${shown.map(
        ([name, { prediction, confidence }]) =>
          html`<div><dt>${name}</dt><dd>${names.wheelLabel(prediction)} <span class="quiet">${prediction === 'UNKNOWN' ? '' : names.percent(confidence)}</span></dd></div>`,
      )}
    </dl>
  </li>`;
}

function textCard({ names, words, language }: App, document: Document): TemplateResult {
  const { lines, checkDigit, confidence } = whatWasRead(document, (value) => value.toLocaleString(language));
  const checks: Partial<Record<string, string>> = words.results.vinChecks;
  const check = checkDigit && checks[checkDigit];
  return html`<li class="reading" data-state=${checkDigit === 'wrong' || lines.length === 0 ? 'bad' : 'good'}>
    <h3>${names.document(document.type)}</h3>
    <p class="read">${lines.length > 0 ? lines.join('\n') : words.results.nothingRead}</p>
    ${check ? html`<p class="quiet">${check}</p>` : nothing}
    ${confidence === undefined ? nothing : html`<p class="quiet">${names.percent(confidence)}</p>`}
  </li>`;
}

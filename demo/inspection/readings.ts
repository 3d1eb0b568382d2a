import {
  type Document,
  hasWheelPrediction,
  readDocument,
  showsConfidence,
  type WheelAnalysis,
} from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import type { LoadedInspection } from '../common/loaded-inspection.ts';
import { renderCard } from '../common/templates.ts';

type Texts = Pick<App, 'language' | 'messages' | 'names'>;

/** Renders the wheels and the text readings, if there are any. */
export function renderReadings(app: Texts, { entities }: LoadedInspection): unknown {
  const wheels = Object.values(entities.wheelAnalysis).filter(hasWheelPrediction);
  const documents = Object.values(entities.documents);
  const { results } = app.messages;
  return [
    wheels.length === 0
      ? nothing
      : renderCard(
          'wheels',
          results.wheels,
          html`<ul class="readings">
            ${wheels.map((wheel) => renderWheel(app, wheel))}
          </ul>`,
        ),
    documents.length === 0
      ? nothing
      : renderCard(
          'texts',
          results.readings,
          html`<ul class="readings">
            ${documents.map((document) => renderText(app, document))}
          </ul>`,
        ),
  ];
}

function renderWheel({ names, messages }: Texts, wheel: WheelAnalysis): TemplateResult {
  const { rimCondition, rimMaterial, hubcapCondition, wheelName } = wheel;
  const { rim, material, hubcap } = messages.results.wheelParts;
  const facts = [
    [rim, rimCondition],
    [material, rimMaterial],
    [hubcap, hubcapCondition],
  ] as const;
  const known = facts.filter(([, { prediction }]) => prediction !== 'NOT_APPLICABLE');
  const isDamaged = [rimCondition, hubcapCondition].some(({ prediction }) => prediction === 'DAMAGED');
  return html`<li class="reading" data-state=${isDamaged ? 'bad' : nothing}>
    <h3>${wheelName ? names.wheel(wheelName) : names.part('wheel')}</h3>
    <dl>
      ${known.map(
        ([name, predicted]) =>
          html`<div><dt>${name}</dt><dd>${names.wheelLabel(predicted.prediction)} <span class="quiet">${showsConfidence(predicted) ? names.percent(predicted.confidence) : ''}</span></dd></div>`,
      )}
    </dl>
  </li>`;
}

function renderText({ names, messages, language }: Texts, document: Document): TemplateResult {
  const { lines, checkDigit, confidence } = readDocument(document, (value) => value.toLocaleString(language));
  const checks: Partial<Record<string, string>> = messages.results.vinChecks;
  const check = checkDigit && checks[checkDigit];
  return html`<li class="reading" data-state=${checkDigit === 'wrong' || lines.length === 0 ? 'bad' : 'good'}>
    <h3>${names.document(document.type)}</h3>
    <p class="read">${lines.length > 0 ? lines.join('\n') : messages.results.notReadable}</p>
    ${check ? html`<p class="quiet">${check}</p>` : nothing}
    ${confidence === undefined ? nothing : html`<p class="quiet">${names.percent(confidence)}</p>`}
  </li>`;
}

import type { Document, WheelAnalysis } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import type { Shown } from '../parts/shown.ts';
import { card } from '../parts/templates.ts';

/** Wheels, and what was read on the vehicle, where there is any. */
export function readingCards(app: App, { entities }: Shown): unknown {
  const wheels = Object.values(entities.wheelAnalysis);
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

function textCard({ names, words }: App, { type, content }: Document): TemplateResult {
  const fields = fieldsOf(content);
  const text = readText(fields);
  const check = type === 'VIN' ? fields.checkDigit : undefined;
  const checks = words.results.vinChecks;
  const said =
    typeof check === 'string' && check in checks ? checks[check as keyof typeof checks] : undefined;
  return html`<li class="reading" data-state=${check === 'wrong' || !text ? 'bad' : 'good'}>
    <h3>${names.document(type)}</h3>
    <p class="read">${text || words.results.nothingRead}</p>
    ${said ? html`<p class="quiet">${said}</p>` : nothing}
    ${typeof fields.confidence === 'number' ? html`<p class="quiet">${names.percent(fields.confidence)}</p>` : nothing}
  </li>`;
}

type Fields = Document['content'];

/** This device keeps what the lines mean apart from the lines; a service may not. */
function fieldsOf(content: Document['content']): Fields {
  const { fields } = content;
  const isApart = typeof fields === 'object' && fields !== null && !Array.isArray(fields);
  return isApart ? (fields as Fields) : content;
}

/** What was looked for on an image of this type. */
function readText({ vin, plate, mileage, text }: Fields): string {
  if (isQuantity(mileage)) return `${mileage.value.toLocaleString()} ${mileage.unit}`;
  return [vin, plate, text].find((one): one is string => typeof one === 'string') ?? '';
}

function isQuantity(value: unknown): value is { value: number; unit: string } {
  return typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'number';
}

import type { Task, Verdict } from 'kerbside';
import { type AnalysisOutcome, describeVerdict, getVerdict, nameOutcome } from 'kerbside';
import type { CarDamage, PartSelectDetail } from 'kerbside/elements';
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { renderErrorMessage } from '../common/error-text.ts';
import { getVehicle, isDeleted, type LoadedInspection } from '../common/loaded-inspection.ts';
import { type DamagedPart, groupByPart } from './damaged-parts.ts';
import { formatEstimate } from './estimate-figure.ts';

interface VerdictCard {
  app: Pick<App, 'language' | 'messages' | 'names'>;
  /**
   * The texts of an inspection without a result.
   *
   * @default what the user of a device can do
   */
  explain?: Explanations;
  loaded: LoadedInspection;
  /** How many damages of models nobody has confirmed, changed or dismissed. */
  toReview: number;
  review(): void;
  /** How many photos nobody has looked at. */
  toCheck?: number;
  check?(): void;
  selectPart(part: PartSelectDetail): void;
}

/** The outcomes of an inspection without a result. */
type OpenOutcome = Exclude<AnalysisOutcome, 'nothingFound' | 'clean' | 'damaged'>;
/** The texts of an inspection without a result. */
export type Explanations = Record<OpenOutcome, string>;

/** Renders the result of an inspection: damaged or not, how badly, and the repair costs. */
export function renderVerdict(verdict: VerdictCard): TemplateResult {
  const { app, loaded, toReview, review, toCheck = 0, check, selectPart } = verdict;
  const { messages } = app;
  const rests = getVerdict(loaded.inspection, loaded.entities);
  const { outcome } = rests;
  const parts = groupByPart(loaded);
  return html`<section class="card verdict-card" data-outcome=${outcome} aria-label=${messages.results.summary}>
    <div class="verdict-text">
      <h2>${describeOutcome(verdict, outcome, parts)}</h2>
      ${outcome === 'damaged' ? renderFigures(verdict, parts) : nothing}
      ${isOpen(outcome) ? renderExplanation(verdict, outcome) : nothing}
      ${renderBasis(app, rests)}
      ${toReview > 0 ? renderAction(verdict, messages.results.reviewNow(toReview), review) : nothing}
      ${toReview === 0 && toCheck > 0 && check ? renderAction(verdict, messages.results.checkPhotos(toCheck), check) : nothing}
    </div>
    ${
      !isOpen(outcome)
        ? html`<kerbside-car
            lang=${app.language}
            orientation="landscape"
            .damages=${toCarDamages(parts)}
            .unseen=${rests.sides.filter(({ state }) => state === 'notPhotographed').map(({ viewpoint }) => viewpoint)}
            @part-select=${({ detail }: CustomEvent<PartSelectDetail>) => selectPart(detail)}
          ></kerbside-car>`
        : nothing // an empty car would look like a clean one
    }
  </section>`;
}

/** One at a time: damages first, then photos. */
function renderAction(
  { loaded }: VerdictCard,
  text: string,
  act: () => void,
): TemplateResult | typeof nothing {
  if (isDeleted(loaded)) return nothing;
  return html`<div class="actions"><button type="button" @click=${act}>${text}</button></div>`;
}

function describeOutcome(
  { app }: VerdictCard,
  outcome: AnalysisOutcome,
  parts: readonly DamagedPart[],
): string {
  const { messages } = app;
  if (outcome !== 'damaged') return nameOutcome(outcome, app.language);
  const damages = parts.reduce((sum, part) => sum + part.damages.length, 0);
  const hasUnknown = parts.some(({ partType }) => partType === 'ignore');
  return messages.results.damagesOnParts(damages, hasUnknown ? 0 : parts.length);
}

function renderFigures({ app, loaded }: VerdictCard, parts: readonly DamagedPart[]): TemplateResult {
  const { messages, names } = app;
  const worst = Math.max(0, ...parts.map(({ level }) => level ?? 0));
  const estimate = getVehicle(loaded)?.repairEstimate;
  const { sum, range } = formatEstimate(app, estimate);
  const left = estimate?.toReview.length ?? 0;
  return html`<p class="verdict-cost">
      <span class="sum">${left > 0 && range ? messages.results.from(sum) : sum}</span>
      ${worst > 0 ? html`<span class="badge" data-level=${worst}>${names.severity(worst as 1 | 2 | 3)}</span>` : nothing}
    </p>
    <p class="quiet">
      ${[
        range,
        left > 0 && estimate && messages.results.leftOut(left),
        estimate && messages.results.estimateNote,
      ]
        .filter(Boolean)
        .join('. ')}
    </p>`;
}

/** Nothing that could pass for a result: no number, no price. */
function renderExplanation(
  { app, loaded, explain = app.messages.results.explain }: VerdictCard,
  outcome: OpenOutcome,
): TemplateResult {
  const { messages } = app;
  const detection = findDetection(loaded);
  const failure = detection?.errorMessages?.at(-1);
  if (outcome === 'failed' && failure)
    return html`<div class="quiet">${renderErrorMessage(failure.errorCode, failure.message, messages)}</div>`;
  return html`<p class="quiet">${explain[outcome]}</p>`;
}

function isOpen(outcome: AnalysisOutcome): outcome is OpenOutcome {
  return outcome !== 'nothingFound' && outcome !== 'clean' && outcome !== 'damaged';
}

/** Renders what the outcome rests on: what the model saw, which sides nobody photographed, and who looked. */
function renderBasis({ language }: VerdictCard['app'], verdict: Verdict): TemplateResult | typeof nothing {
  const sentences = describeVerdict(verdict, { language });
  return sentences.length > 0 ? html`<p class="quiet verdict-basis">${sentences.join(' ')}</p>` : nothing;
}

function findDetection({ entities }: LoadedInspection): Task | undefined {
  return Object.values(entities.tasks).find(({ name }) => name === 'damage_detection');
}

function toCarDamages(parts: readonly DamagedPart[]): CarDamage[] {
  return parts.flatMap(({ partType, level, damages }) =>
    damages.map(({ id }): CarDamage => ({ id, partType, ...(level && { level }) })),
  );
}

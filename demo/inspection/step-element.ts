import type { PropertyDeclarations } from 'lit';
import { AppElement } from '../parts/app-element.ts';
import type { Shown } from '../parts/shown.ts';
import type { ThumbnailSource } from '../parts/thumbnails.ts';

/** A part of an inspection's page: it follows the inspection. */
export abstract class StepElement extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    shown: { attribute: false },
    thumbnails: { attribute: false },
  };

  declare shown: Shown;
  declare thumbnails: ThumbnailSource;

  protected get inspectionId(): string {
    return this.shown.inspection.id;
  }

  protected openPhoto(imageId: string, damageId?: string): void {
    const detail = { imageId, ...(damageId && { damageId }) };
    this.dispatchEvent(new CustomEvent('open-photo', { detail, bubbles: true }));
  }
}

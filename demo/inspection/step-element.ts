import type { PropertyDeclarations } from 'lit';
import { AppElement } from '../common/app-element.ts';
import { isDeleted, type LoadedInspection } from '../common/loaded-inspection.ts';
import type { ThumbnailSource } from '../common/thumbnails.ts';

/** Base class of the parts of an inspection page. */
export abstract class StepElement extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    loaded: { attribute: false },
    thumbnails: { attribute: false },
  };

  declare loaded: LoadedInspection;
  declare thumbnails: ThumbnailSource;

  protected get inspectionId(): string {
    return this.loaded.inspection.id;
  }

  protected get isDeleted(): boolean {
    return isDeleted(this.loaded);
  }

  protected openPhoto(imageId: string, damageId?: string): void {
    const detail = { imageId, ...(damageId && { damageId }) };
    this.dispatchEvent(new CustomEvent('open-photo', { detail, bubbles: true }));
  }
}

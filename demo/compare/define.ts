import { defineElements } from 'kerbside/elements';
import { ComparePage } from './compare-page.ts';
import { PhotoSlider } from './photo-slider.ts';

export function definePage(): void {
  defineElements();
  customElements.define('app-compare', ComparePage);
  customElements.define('app-photo-slider', PhotoSlider);
}

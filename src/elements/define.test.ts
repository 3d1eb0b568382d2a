import { expectTypeOf, test } from 'vitest';
import type { HoldReason } from '../spec/sync.ts';
import type { PhotoTakenDetail } from './capture/shot.ts';
import type {} from './define.ts';
import type { DrawnView } from './photo/drawing.ts';
import type { DamageSelectDetail } from './photo/photo-element.ts';
import type { ExportDetail } from './sync/sync-element.ts';

// Checked by the compiler: nothing of this is ever called.
test('who listens to an element, or to what is around it, knows what its events carry', () => {
  expectTypeOf((capture: HTMLElementTagNameMap['kerbside-capture']) =>
    capture.addEventListener('photo-taken', ({ detail }) => {
      expectTypeOf(detail).toEqualTypeOf<PhotoTakenDetail>();
    }),
  ).toBeFunction();
  expectTypeOf((photo: HTMLElementTagNameMap['kerbside-photo']) => {
    photo.addEventListener('damage-select', ({ detail }) => {
      expectTypeOf(detail).toEqualTypeOf<DamageSelectDetail>();
    });
    photo.addEventListener('view-drawn', ({ detail }) => {
      expectTypeOf(detail).toEqualTypeOf<DrawnView>();
    });
    photo.addEventListener('draw-cancel', ({ detail }) => {
      expectTypeOf(detail).toEqualTypeOf<undefined>();
    });
  }).toBeFunction();
  expectTypeOf((around: HTMLElement) => {
    around.addEventListener('sign-in', ({ detail }) => {
      expectTypeOf(detail).toEqualTypeOf<{ reason: HoldReason }>();
    });
    around.addEventListener('export-ready', ({ detail }) => {
      expectTypeOf(detail).toEqualTypeOf<ExportDetail>();
    });
  }).toBeFunction();
});

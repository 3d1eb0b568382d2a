import { expectTypeOf, test } from 'vitest';
import type { PhotoTakenDetail } from './capture/shot.ts';
import type {} from './define.ts';
import type { ExportDetail, SignInDetail } from './index.ts';
import type { KerbsideElements } from './jsx.ts';
import type { DrawnView } from './photo/drawing.ts';
import type { DamageSelectDetail, KerbsidePhoto } from './photo/photo-element.ts';

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
      expectTypeOf(detail).toEqualTypeOf<SignInDetail>();
    });
    around.addEventListener('export-ready', ({ detail }) => {
      expectTypeOf(detail).toEqualTypeOf<ExportDetail>();
    });
  }).toBeFunction();
});

test('in JSX the elements take their properties, and handlers of their events', () => {
  type Photo = KerbsideElements['kerbside-photo'];
  expectTypeOf<Photo['drawing']>().toEqualTypeOf<KerbsidePhoto['drawing']>();
  expectTypeOf<Photo['ondamage-select']>()
    .exclude<undefined>()
    .parameter(0)
    .toEqualTypeOf<CustomEvent<DamageSelectDetail>>();
  expectTypeOf<keyof KerbsideElements>().toEqualTypeOf<
    Extract<keyof HTMLElementTagNameMap, `kerbside-${string}`>
  >();
});

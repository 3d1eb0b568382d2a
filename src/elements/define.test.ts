import { expectTypeOf, test } from 'vitest';
import type { PhotoTakenDetail } from './capture/shot.ts';
import type {} from './define.ts';
import type { ExportDetail, SignInDetail } from './index.ts';
import type { KerbsideElements } from './jsx.ts';
import type { KerbsideElement } from './kerbside-element.ts';
import type { DrawnView } from './photo/drawing.ts';
import type { KerbsidePhoto } from './photo/photo-element.ts';
import type { DamageSelectDetail } from './photo/photo-events.ts';

// Checked by the compiler; the callbacks never run.
test('event listeners on an element or an ancestor have typed details', () => {
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
  expectTypeOf((ancestor: HTMLElement) => {
    ancestor.addEventListener('sign-in', ({ detail }) => {
      expectTypeOf(detail).toEqualTypeOf<SignInDetail>();
    });
    ancestor.addEventListener('export-ready', ({ detail }) => {
      expectTypeOf(detail).toEqualTypeOf<ExportDetail>();
    });
  }).toBeFunction();
});

test('JSX accepts the properties and event handlers of the elements', () => {
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

/** The properties that an element adds to those of all elements. */
type OwnProperties<Tag extends keyof KerbsideElements> = {
  [Name in Exclude<
    keyof HTMLElementTagNameMap[Tag],
    keyof KerbsideElement
  >]: HTMLElementTagNameMap[Tag][Name] extends (...parameters: never[]) => unknown ? never : Name;
}[Exclude<keyof HTMLElementTagNameMap[Tag], keyof KerbsideElement>];

test('JSX accepts every property of the elements', () => {
  type Missing<Tag extends keyof KerbsideElements> = Exclude<OwnProperties<Tag>, keyof KerbsideElements[Tag]>;
  expectTypeOf<{ [Tag in keyof KerbsideElements]: Missing<Tag> }>().toEqualTypeOf<{
    [Tag in keyof KerbsideElements]: never;
  }>();
});

import type { Image } from 'kerbside';
import { type Mark, markLabel } from './marks.ts';
import { svg } from './svg.ts';

type Size = Pick<Image, 'imageWidth' | 'imageHeight'>;

/** Damages over a thumbnail, cropped as it is: to be seen, not to be touched. */
export function outlinePicture(size: Size, marks: readonly Mark[]): SVGSVGElement {
  const shapes = marks.map((mark) => svg('g', { class: 'mark' }, ...outline(mark)));
  return drawing(size, { preserveAspectRatio: 'xMidYMid slice', 'aria-hidden': 'true' }, shapes);
}

/** Damages over a photo, each one a button. */
export function outlineButtons(
  size: Size,
  marks: readonly Mark[],
  onSelect: (damageId: string) => void,
): SVGSVGElement {
  const shapes = marks.map((mark) => {
    const { damage, view } = mark;
    const group = svg(
      'g',
      {
        class: 'mark',
        role: 'button',
        tabindex: 0,
        'aria-label': markLabel(mark),
        'data-damage': damage.id,
        'data-view': view.id,
      },
      ...outline(mark),
    );
    group.addEventListener('click', () => onSelect(damage.id));
    group.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onSelect(damage.id);
    });
    return group;
  });
  const group = { role: 'group', 'aria-label': 'Damages on the photo' };
  return drawing(size, { preserveAspectRatio: 'none', ...group }, shapes);
}

/** In pixels of the photo, whatever size it is shown in. */
function drawing(
  { imageWidth, imageHeight }: Size,
  attributes: Record<string, string>,
  shapes: readonly SVGElement[],
): SVGSVGElement {
  const viewBox = `0 0 ${imageWidth} ${imageHeight}`;
  return svg('svg', { class: 'outlines', viewBox, ...attributes }, ...shapes);
}

/** Every line twice: a dark one below makes it stand out from any paint. */
function outline({ view: { polygons, boundingBox } }: Mark): SVGElement[] {
  const { xmin: x, ymin: y, width, height } = boundingBox;
  const rings = (name: string) =>
    polygons.map((ring) =>
      svg('polygon', { class: name, points: ring.map((point) => point.join()).join(' ') }),
    );
  return [svg('rect', { class: 'box', x, y, width, height }), ...rings('casing'), ...rings('ring')];
}

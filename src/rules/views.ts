import { invalidField } from '../domain/check.ts';
import {
  type DeleteResponse,
  deleteResponse,
  type NormalizedResponse,
  normalizedResponse,
} from '../domain/entities.ts';
import { operation } from '../domain/operation.ts';
import type { BoundingBox, CreateView, Polygon, View } from '../domain/view.ts';
import { decide, type Rule } from './decision.ts';
import { addImage, type PhotoFacts } from './images.ts';
import { visible } from './read.ts';
import { type ImageRecord, type InspectionState, notFound, present, replaced } from './state.ts';

/** Says where a damage is seen: on an image of the inspection, or on a new one that comes with it. */
export function createView(input: CreateView, newPhoto?: PhotoFacts): Rule<NormalizedResponse> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    present(state.damages, input.damageId, 'damage');
    const added =
      input.newImage && newPhoto
        ? addImage({ ...input.newImage, tasks: [] }, newPhoto)(state, context)
        : undefined;
    const withImage: InspectionState = added?.state ?? state;
    const image = present(withImage.images, added?.answer.result ?? input.imageId ?? '', 'image');
    const polygons = input.polygons ?? [];
    const view: View = {
      id: context.newId(),
      imageId: image.id,
      damageId: input.damageId,
      polygons,
      boundingBox: input.boundingBox ?? around(polygons),
      createdAt: context.now,
      createdBy: 'user',
    };
    refuseOutside(view, image);
    const next = { ...withImage, views: [...withImage.views, view] };
    const entities = { views: { [view.id]: view }, ...(added && { images: added.answer.entities.images }) };
    return decide(next, normalizedResponse(entities, view.id), {
      operations: [
        ...(added?.operations ?? []),
        operation(context, inspectionId, 'view.create', { viewId: view.id, imageId: image.id, input }),
      ],
      events: [...(added?.events ?? []), { type: 'view.created', inspectionId, viewId: view.id }],
      photos: added?.photos ?? [],
    });
  };
}

export function deleteView(viewId: string): Rule<DeleteResponse<'views'>> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const view = visible(state, false).views.find((candidate) => candidate.id === viewId);
    if (!view) throw notFound('view', viewId);
    const views = replaced(state.views, { ...view, deletedAt: context.now });
    return decide({ ...state, views }, deleteResponse('views', { id: viewId, deleted: true }), {
      operations: [operation(context, inspectionId, 'view.delete', { viewId })],
      events: [{ type: 'view.deleted', inspectionId, viewId }],
    });
  };
}

/** The smallest box around all points. */
export function around(polygons: readonly Polygon[]): BoundingBox {
  let [xmin, ymin, xmax, ymax] = [Infinity, Infinity, -Infinity, -Infinity];
  // Not Math.min(...xs): an engine takes far fewer arguments than a view may have points.
  for (const [x, y] of polygons.flat()) {
    [xmin, ymin, xmax, ymax] = [Math.min(xmin, x), Math.min(ymin, y), Math.max(xmax, x), Math.max(ymax, y)];
  }
  return { xmin, ymin, width: xmax - xmin, height: ymax - ymin };
}

function refuseOutside({ boundingBox: box, polygons }: View, image: ImageRecord): void {
  const size = `inside the image (${image.imageWidth} x ${image.imageHeight} pixels)`;
  const fits = box.xmin + box.width <= image.imageWidth && box.ymin + box.height <= image.imageHeight;
  if (!fits) throw invalidField('view.boundingBox', size, JSON.stringify(box));
  if (!(box.width > 0 && box.height > 0)) {
    throw invalidField('view.polygons', 'polygons that enclose an area', JSON.stringify(box));
  }
  const out = polygons.flat().find(([x, y]) => x > image.imageWidth || y > image.imageHeight);
  if (out) throw invalidField('view.polygons', size, JSON.stringify(out));
}

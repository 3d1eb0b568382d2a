import { invalidField } from '../domain/check.ts';
import { boundingBoxOf } from '../domain/records/bounding-box.ts';
import {
  type DeleteResponse,
  deleteResponse,
  type NormalizedResponse,
  normalizedResponse,
} from '../domain/records/entities.ts';
import type { BoundingBox, CreateView, View } from '../domain/records/view.ts';
import { createOperation } from './create-operation.ts';
import { addImage, type PhotoInput } from './images.ts';
import { decide, type Rule } from './rule.ts';
import {
  type ImageRecord,
  type InspectionState,
  notFoundError,
  replaceRecord,
  requireRecord,
} from './state.ts';
import { hideDeleted } from './to-entities.ts';

/** Records where a damage is visible: on an image of the inspection, or on a new one that is added with the view. */
export function createView(input: CreateView, newPhoto?: PhotoInput): Rule<NormalizedResponse> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    requireRecord(state.damages, input.damageId, 'damage');
    const added =
      input.newImage && newPhoto
        ? addImage({ ...input.newImage, tasks: [] }, newPhoto)(state, context)
        : undefined;
    const withImage: InspectionState = added?.state ?? state;
    const image = requireRecord(withImage.images, added?.result.result ?? input.imageId ?? '', 'image');
    const polygons = input.polygons ?? [];
    const view: View = {
      id: context.newId(),
      imageId: image.id,
      damageId: input.damageId,
      polygons,
      boundingBox: input.boundingBox ?? boundingBoxOf(polygons),
      createdAt: context.now,
      createdBy: 'user',
    };
    checkInsideImage(view, image);
    const next = { ...withImage, views: [...withImage.views, view] };
    const entities = { views: { [view.id]: view }, ...(added && { images: added.result.entities.images }) };
    return decide(next, normalizedResponse(entities, view.id), {
      operations: [
        ...(added?.operations ?? []),
        createOperation(context, inspectionId, 'view.create', { viewId: view.id, imageId: image.id, input }),
      ],
      events: [...(added?.events ?? []), { type: 'view.created', inspectionId, viewId: view.id }],
      photos: added?.photos ?? [],
    });
  };
}

export function deleteView(viewId: string): Rule<DeleteResponse<'views'>> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const view = hideDeleted(state, false).views.find((candidate) => candidate.id === viewId);
    if (!view) throw notFoundError('view', viewId);
    const views = replaceRecord(state.views, { ...view, deletedAt: context.now });
    return decide({ ...state, views }, deleteResponse('views', { id: viewId, deleted: true }), {
      operations: [createOperation(context, inspectionId, 'view.delete', { viewId })],
      events: [{ type: 'view.deleted', inspectionId, viewId }],
    });
  };
}

function checkInsideImage({ boundingBox: box, polygons }: View, image: ImageRecord): void {
  const size = `inside the image (${image.imageWidth} x ${image.imageHeight} pixels)`;
  const fits = box.xmin + box.width <= image.imageWidth && box.ymin + box.height <= image.imageHeight;
  if (!fits) throw invalidField('view.boundingBox', size, JSON.stringify(box));
  if (!(box.width > 0 && box.height > 0)) {
    throw invalidField('view.polygons', 'polygons that enclose an area', JSON.stringify(box));
  }
  const outside = polygons.flat().find(([x, y]) => x > image.imageWidth || y > image.imageHeight);
  if (outside) throw invalidField('view.polygons', size, JSON.stringify(outside));
  if (polygons.length > 0 && !overlaps(box, boundingBoxOf(polygons))) {
    throw invalidField('view.polygons', 'polygons that overlap the bounding box', JSON.stringify(box));
  }
}

function overlaps(a: BoundingBox, b: BoundingBox): boolean {
  const isApart =
    a.xmin >= b.xmin + b.width ||
    b.xmin >= a.xmin + a.width ||
    a.ymin >= b.ymin + b.height ||
    b.ymin >= a.ymin + a.height;
  return !isApart;
}

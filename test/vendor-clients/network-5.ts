import { type Call, type CallInput, type CallResult, expectEqual, expectPresent, runCalls } from './calls.ts';

// biome-ignore lint/suspicious/noExplicitAny: the package is installed by the test, so its types are not there to check
type Client = any;

const VEHICLE = {
  brand: 'Renault',
  model: 'Clio',
  serie: 'IV',
  plate: 'AB-123-CD',
  type: 'hatchback',
  mileageUnit: 'km',
  mileageValue: 120_000,
  marketValueUnit: 'GBP',
  marketValue: 9_000,
  vin: 'VF1BR1A0H50000000',
  color: 'blue',
  exteriorCleanliness: 'clean',
  interiorCleanliness: 'dirty',
  dateOfCirculation: '2019-05-01',
  duplicateKeys: true,
  expertiseRequested: false,
  carRegistration: true,
  vehicleQuotation: 8_500,
  tradeInOffer: 8_000,
  ownerInfo: { name: 'Ada', contact: { phone: '+33 1 00 00 00 00' } },
  additionalData: { fleet: 'north' },
};

const CALLBACK = { url: 'https://example.com/hook', headers: { 'x-key': 'secret' }, params: { order: 7 } };

const TASKS = [
  'damage_detection',
  'wheel_analysis',
  'images_ocr',
  'human_in_the_loop',
  'pricing',
  'odometer',
  'warning_lights',
];

/** Calls every function of `MonkApi`, version 5.4.2, with its defaults and with every option that its types name. */
export async function run(client: Client, input: CallInput): Promise<CallResult[]> {
  const { url, token, photo } = input;
  const { MonkApi: api } = client;
  const restoreScheme = allowHttp();
  const config = { apiDomain: url.replace(/^http:\/\//, ''), authToken: token, thumbnailDomain: 'localhost' };
  const picture = {
    blob: new Blob([photo], { type: 'image/jpeg' }),
    uri: 'blob:photo',
    mimetype: 'image/jpeg',
    width: 64,
    height: 48,
  };
  const ids = { inspection: '', image: '', others: [] as string[], damage: '', pricing: '', vehicle: '' };
  const read = async () => (await api.getInspection({ id: ids.inspection, light: false }, config)).entities;
  const addImage = async (options: object) => {
    const { image } = await api.addImage(
      { picture, inspectionId: ids.inspection, useThumbnailCaching: false, ...options },
      config,
    );
    expectEqual([image.width, image.height, image.size], [64, 48, photo.byteLength], 'size of the image');
    expectPresent(image.path, 'path');
    return image;
  };

  const calls: Call[] = [
    [
      'createInspection, all tasks by name',
      async () => {
        ids.inspection = (await api.createInspection({ tasks: TASKS, vehicle: VEHICLE }, config)).id;
      },
    ],
    [
      'createInspection, all options',
      async () => {
        const tasks = [
          {
            name: 'damage_detection',
            damageScoreThreshold: 0.4,
            generateDamageVisualOutput: true,
            generateSubimageDamages: true,
            generateSubimageParts: true,
            dampartConfidenceScore: [1, 5, 10],
          },
          { name: 'wheel_analysis', useLongShots: false, callbacks: [CALLBACK] },
          { name: 'human_in_the_loop', callbacks: [{ ...CALLBACK, event: 'STATUS_SET_TO_DONE' }] },
          { name: 'pricing', outputFormat: 'detailed', config: 'fleet', methodology: 'flat_rate' },
        ];
        const { id } = await api.createInspection(
          {
            tasks,
            type: 'lease_return',
            enablePricingV1: false,
            useDynamicCrops: false,
            isVideoCapture: true,
            additionalData: { contractId: 'C-7' },
          },
          config,
        );
        const { entities } = await api.getInspection({ id }, config);
        expectEqual(entities.inspections[0].type, 'lease_return', 'type');
        expectEqual(entities.inspections[0].additionalData.contractId, 'C-7', 'additionalData');
        const wheels = entities.tasks.find(({ name }: { name: string }) => name === 'wheel_analysis');
        expectEqual(wheels?.wheelAnalysisCloseUp, true, 'wheelAnalysisCloseUp');
      },
    ],
    [
      'getInspection',
      async () => {
        const { tasks, vehicles } = await read();
        const names = tasks.map(({ name }: { name: string }) => name);
        expectEqual(
          TASKS.filter((name) => !names.includes(name)),
          [],
          'list of missing tasks',
        );
        const { id, entityType: _type, inspectionId: _inspection, ...fields } = vehicles[0];
        expectPresent(id, 'vehicle id');
        for (const [name, value] of Object.entries(VEHICLE))
          expectEqual(fields[name], value, `vehicle.${name}`);
      },
    ],
    ['getInspection, light', async () => void (await api.getInspection({ id: ids.inspection }, config))],
    [
      'getAllInspections',
      async () => {
        const { entities, pagination } = await api.getAllInspections(
          {
            filters: { ownership_filter: 'own_resources' },
            pagination: { limit: 10 },
            sort: { sortByProperty: 'created_at', sortOrder: 'desc' },
          },
          config,
        );
        expectEqual(entities.inspections.length, 2, 'number of inspections');
        expectEqual(entities.vehicles[0].mileageValue, VEHICLE.mileageValue, 'mileage');
        expectPresent(pagination.after, 'cursor');
      },
    ],
    [
      'getAllInspectionsCount, with pagination',
      async () => {
        const { count } = await api.getAllInspectionsCount(
          { pagination: { limit: 10 }, sort: { sortByProperty: 'created_at', sortOrder: 'asc' } },
          config,
        );
        expectEqual(count, 2, 'count');
      },
    ],
    [
      'addImage, beauty shot with all tasks',
      async () => {
        const image = await addImage({
          uploadType: 'beauty_shot',
          sightId: 'fesc20-0mJeXBDf',
          tasks: TASKS.filter((name) => name !== 'pricing'),
          compliance: { enableCompliance: true, useLiveCompliance: true },
        });
        expectEqual(image.sightId, 'fesc20-0mJeXBDf', 'sightId');
        ids.image = image.id;
      },
    ],
    [
      'addImage, close-up in 2 shots',
      async () => {
        const pair = { uploadType: 'close_up_2_shot', siblingKey: 'pair-1' };
        const part = await addImage({ ...pair, firstShot: true });
        const damage = await addImage({ ...pair, firstShot: false });
        expectEqual([part.subtype, damage.subtype], ['close_up_part', 'close_up_damage'], 'subtype');
        expectEqual([part.siblingKey, damage.siblingKey], ['pair-1', 'pair-1'], 'siblingKey');
        ids.others.push(part.id, damage.id);
      },
    ],
    [
      'addImage, close-up of parts',
      async () => {
        const vehicleParts = ['hood', 'front_spoiler'];
        const image = await addImage({ uploadType: 'part_select_shot', vehicleParts });
        expectEqual(image.detailedViewpoint.centersOn, vehicleParts, 'centersOn');
        ids.others.push(image.id);
      },
    ],
    [
      'addImage, video frame',
      async () =>
        void (await addImage({ uploadType: 'video_frame', frameIndex: 3, timestamp: 1.5, alpha: 20 })),
    ],
    [
      'addImage, photo during a video',
      async () => void (await addImage({ uploadType: 'video_manual_photo' })),
    ],
    [
      'updateImageAdditionalData',
      async () => {
        const additionalData = { note: 'retake' };
        await api.updateImageAdditionalData(
          { id: ids.inspection, imageId: ids.image, additionalData },
          config,
        );
        const { images } = await read();
        const image = images.find(({ id }: { id: string }) => id === ids.image);
        expectEqual(image?.additionalData.note, 'retake', 'additionalData.note');
      },
    ],
    [
      'deleteImage',
      async () => void (await api.deleteImage({ id: ids.inspection, imageId: ids.others[0] }, config)),
    ],
    [
      'deleteImagesBulk',
      async () => {
        const imageIds = [...ids.others.slice(1), 'no-such-image'];
        const { deletedImageIds, failed } = await api.deleteImagesBulk(
          { inspectionId: ids.inspection, imageIds },
          config,
        );
        expectEqual(deletedImageIds, ids.others.slice(1), 'deletedImageIds');
        expectEqual(failed?.length, 1, 'number of failed deletions');
      },
    ],
    [
      'updateInspectionVehicle',
      async () => {
        const { inspection: inspectionId } = ids;
        const vehicle = { duplicateKeys: false, marketValue: 7_000, marketValueUnit: 'EUR', color: 'red' };
        ids.vehicle = (await api.updateInspectionVehicle({ inspectionId, vehicle }, config)).id;
        const [read1] = (await read()).vehicles;
        for (const [name, value] of Object.entries({ ...VEHICLE, ...vehicle }))
          expectEqual(read1[name], value, `vehicle.${name}`);
      },
    ],
    [
      'updateAdditionalData',
      async () => {
        const callback = (before: object) => ({ ...before, checked: true });
        await api.updateAdditionalData({ id: ids.inspection, callback }, config);
        expectEqual((await read()).inspections[0].additionalData.checked, true, 'additionalData.checked');
      },
    ],
    [
      'createPricing, part and vehicle',
      async () => {
        const part = { type: 'part', vehiclePart: 'hood', pricing: 120 };
        ids.pricing = (await api.createPricing({ id: ids.inspection, pricing: part }, config)).id;
        const vehicle = { type: 'vehicle', pricing: 500 };
        await api.createPricing({ id: ids.inspection, pricing: vehicle }, config);
        const { pricings } = await read();
        const found = pricings.map((one: Record<string, unknown>) => [one.relatedItemType, one.pricing]);
        expectEqual(
          found.sort(),
          [
            ['part', 120],
            ['vehicle', 500],
          ],
          'pricings',
        );
      },
    ],
    [
      'updatePricing',
      async () => {
        const { body } = await api.updatePricing(
          { id: ids.inspection, pricingId: ids.pricing, price: 150 },
          config,
        );
        expectEqual([body.id, body.pricing], [ids.pricing, 150], 'pricing');
      },
    ],
    [
      'deletePricing',
      async () => {
        await api.deletePricing({ id: ids.inspection, pricingId: ids.pricing }, config);
        const { pricings } = await read();
        expectEqual(
          pricings.map(({ relatedItemType }: Client) => relatedItemType),
          ['vehicle'],
          'pricings',
        );
      },
    ],
    [
      'createDamage',
      async () => {
        const damage = { id: ids.inspection, damageType: 'dent', vehiclePart: 'hood' };
        ids.damage = (await api.createDamage(damage, config)).id;
        const other = { id: ids.inspection, damageType: 'paint_damage', vehiclePart: 'front_spoiler' };
        const { id } = await api.createDamage(other, config);
        const { damages } = await read();
        const found = damages.find((one: { id: string }) => one.id === id);
        expectEqual(found?.type, 'paint_damage', 'damage type');
      },
    ],
    [
      'deleteDamage',
      async () => void (await api.deleteDamage({ id: ids.inspection, damageId: ids.damage }, config)),
    ],
    [
      'updateTaskStatus, twice as after a lost response',
      async () => {
        const start = { inspectionId: ids.inspection, name: 'wheel_analysis', status: 'TODO' };
        await api.updateTaskStatus(start, config);
        await api.updateTaskStatus(start, config);
      },
    ],
    [
      'startInspectionTasks, all tasks',
      async () => {
        await api.startInspectionTasks({ inspectionId: ids.inspection, names: TASKS }, config);
        const { tasks } = await read();
        const names = tasks.filter((task: { status: string }) => task.status === 'NOT_STARTED');
        expectEqual(names, [], 'list of tasks that have not started');
      },
    ],
    [
      'uploadPdf',
      async () => {
        const pdf = new Blob(['%PDF-1.7\n%%EOF'], { type: 'application/pdf' });
        const { body } = await api.uploadPdf({ id: ids.inspection, pdf }, config);
        expectPresent(body.pdf_url, 'pdf_url');
      },
    ],
    [
      'getPdf',
      async () => expectPresent((await api.getPdf({ id: ids.inspection }, config)).body.pdf_url, 'pdf_url'),
    ],
    [
      'errors by name',
      async () => {
        const named = await api
          .getInspection({ id: ids.inspection }, { ...config, authToken: 'not.a.token' })
          .catch((error: Error) => error.name);
        expectEqual(named, 'InvalidToken', 'name of the error');
      },
    ],
  ];
  try {
    return await runCalls(calls, input);
  } finally {
    restoreScheme();
  }
}

/**
 * Lets the client, which only knows https, reach a service without TLS: requests that it creates for https get http.
 * Nothing else about them changes.
 */
function allowHttp(): () => void {
  const original = globalThis.Request;
  globalThis.Request = class extends original {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === 'string' ? input.replace(/^https:/, 'http:') : input, init);
    }
  };
  return () => {
    globalThis.Request = original;
  };
}

import { type Call, type CallInput, type CallResult, expectEqual, expectPresent, runCalls } from './calls.ts';

// biome-ignore lint/suspicious/noExplicitAny: the package is not installed here, so its types are not there to check
type Client = any;

const CALLBACK = { url: 'https://example.com/hook', headers: { 'X-Key': 'secret', 'X-Retries': 3 } };

/** Calls every function of `@monkvision/corejs`, version 3.8.17, with every option that its types name. */
export async function run(client: Client, input: CallInput): Promise<CallResult[]> {
  const { url, token, photoUrl } = input;
  const { entity, config } = client.default.default ?? client.default;
  config.axiosConfig = { ...config.axiosConfig, baseURL: url };
  config.accessToken = token;
  const ids = { inspection: '', image: '', damage: '', view: '' };
  const tasksOf = async () => Object.keys((await entity.task.getMany(ids.inspection)).entities.tasks ?? {});

  const calls: Call[] = [
    [
      'inspection.createOne, all options',
      async () => {
        const { result } = await entity.inspection.createOne({
          tasks: {
            damageDetection: {
              status: 'NOT_STARTED',
              damageScoreThreshold: 0.4,
              callbacks: [
                { ...CALLBACK, callbackEvent: ['STATUS_SET_TO_DONE', 'STATUS_SET_TO_ERROR'] },
                { ...CALLBACK, params: { orderId: 7 } },
              ],
              generateSubimagesParts: { generateTight: true, margin: 0.1, ratio: 1.5, quality: 1 },
              generateSubimagesDamages: { damageViewPartInterpolation: 0.5 },
              generateVisualOutput: { generateParts: true, generateDamages: true },
              damageSeverity: { outputFormat: 'default' },
              scoring: 'default',
            },
            wheelAnalysis: { status: 'NOT_STARTED', callbacks: [] },
            repairEstimate: { status: 'DONE', usePricingMatrix: true },
            imagesOcr: { status: 'TODO' },
          },
          vehicle: {
            brand: 'Renault',
            model: 'Clio',
            plate: 'AB-123-CD',
            vehicleType: 'hatchback',
            serie: 'IV',
            vehicleStyle: 'five doors',
            vehiculeAge: '4',
            vin: 'VF1BR1A0H50000000',
            color: 'blue',
            exteriorCleanliness: 'clean',
            interiorCleanliness: 'dirty',
            dateOfCirculation: '2019-05-01',
            ownerInfo: { name: 'Ada' },
            mileage: { value: 120_000, unit: 'km' },
            marketValue: { value: 9_000, unit: 'GBP' },
          },
          damageAreas: [{ id: 'area-1', relevantElements: ['front', 'hood'] }],
          inspectionType: 'claim',
          accidentNature: 'hail',
          relatedInspectionId: 'other-inspection',
          usageDuration: 12,
          additionalData: { pdfData: { comment: 'first' }, contractId: 'C-7' },
        });
        ids.inspection = result;
      },
    ],
    [
      'inspection.getOne',
      async () => {
        const { entities } = await entity.inspection.getOne(ids.inspection, { showDeletedObjects: true });
        const [vehicle] = Object.values<Client>(entities.vehicles);
        expectEqual([vehicle.mileageValue, vehicle.mileageUnit], [120_000, 'km'], 'mileage');
        expectEqual([vehicle.marketValueValue, vehicle.marketValueUnit], [9_000, 'GBP'], 'market value');
        expectEqual(vehicle.ownerInfo, { name: 'Ada' }, 'ownerInfo');
        expectEqual(entities.inspections[ids.inspection].tasks.length, 4, 'number of tasks');
      },
    ],
    [
      'inspection.getMany',
      async () => {
        const { result } = await entity.inspection.getMany({
          ownershipFilter: 'own_resources',
          inspectionStatus: 'IN_PROGRESS',
          showDeleted: false,
          verbose: 1,
          limit: 5,
          paginationOrder: 'asc',
        });
        expectEqual(result, [ids.inspection], 'result');
      },
    ],
    [
      'inspection.addAdditionalDataToOne',
      async () =>
        void (await entity.inspection.addAdditionalDataToOne(ids.inspection, {
          mileage: { value: 120_000, unit: 'km' },
          marketValue: { value: 9_000, unit: 'GBP' },
          agentFirstName: 'Ada',
          comment: 'second',
        })),
    ],
    [
      'task.updateOne, arguments alone',
      async () =>
        void (await entity.task.updateOne(ids.inspection, 'damage_detection', {
          arguments: { modelName: 'large' },
        })),
    ],
    [
      'image.addOne, all options',
      async () => {
        const { result } = await entity.image.addOne(ids.inspection, {
          name: 'front',
          tasks: [
            { name: 'damage_detection', imageDetails: { viewpointName: 'front', viewpointDetails: 'wide' } },
            { name: 'wheel_analysis', imageDetails: { wheelName: 'wheel_front_left' } },
          ],
          acquisition: { strategy: 'download_from_url', url: photoUrl },
          rotateImageBeforeUpload: 'CLOCKWISE_90',
          detailedViewpoint: { isExterior: true, centersOn: 'hood', distance: 'close' },
          damageArea: { id: 'area-1', relevantElements: ['hood'] },
          compliances: { imageQualityAssessment: {}, coverage360: { sightId: 'IqwSM3' } },
          additionalData: 'any text',
        });
        ids.image = result;
      },
    ],
    [
      'image.addOne, viewpoint as text',
      async () =>
        void (await entity.image.addOne(ids.inspection, {
          tasks: ['damage_detection'],
          acquisition: { strategy: 'download_from_url', url: photoUrl },
          detailedViewpoint: 'front_left',
        })),
    ],
    [
      'image.getOne',
      async () => {
        const { entities } = await entity.image.getOne(ids.inspection, ids.image, {
          showDeletedObjects: true,
        });
        const image = entities.images[ids.image];
        expectEqual(
          image.detailedViewpoint,
          { centersOn: 'hood', distance: 'close', isExterior: true },
          'detailedViewpoint',
        );
        expectEqual(image.additionalData, 'any text', 'additionalData');
      },
    ],
    [
      'image.getMany',
      async () => {
        const { result } = await entity.image.getMany(ids.inspection, { limit: 1, paginationOrder: 'asc' });
        expectEqual(result, [ids.image], 'result');
      },
    ],
    [
      'damageArea.upsertOne',
      async () => {
        const area = { id: 'area-2', relevantElements: ['bumper_front'] };
        const { result } = await entity.damageArea.upsertOne(ids.inspection, ids.image, area);
        expectEqual(result, 'area-2', 'result');
      },
    ],
    [
      'vehicle.updateOne',
      async () =>
        void (await entity.vehicle.updateOne(ids.inspection, {
          color: 'red',
          ownerInfo: { name: 'Grace' },
          marketValue: { value: 8_000, unit: 'CHF' },
        })),
    ],
    [
      'damage.createOne',
      async () => {
        ids.damage = (
          await entity.damage.createOne(ids.inspection, { damageType: 'dent', partType: 'hood' })
        ).id;
        expectPresent(ids.damage, 'id');
      },
    ],
    [
      'view.createOne',
      async () => {
        const { id } = await entity.view.createOne(ids.inspection, {
          imageId: ids.image,
          damageId: ids.damage,
          polygons: [
            [
              [1, 1],
              [20, 1],
              [20, 20],
            ],
          ],
          boundingBox: { xmin: 1, ymin: 1, width: 19, height: 19 },
        });
        ids.view = id;
      },
    ],
    ['view.deleteOne', async () => void (await entity.view.deleteOne(ids.view, ids.inspection))],
    ['damage.deleteOne', async () => void (await entity.damage.deleteOne(ids.inspection, ids.damage))],
    [
      'task.getOne',
      async () => expectPresent((await entity.task.getOne(ids.inspection, 'images_ocr')).result, 'result'),
    ],
    ['task.getMany', async () => expectEqual((await tasksOf()).length, 4, 'number of tasks')],
    [
      'task.updateOne, started twice as after a lost response',
      async () => {
        await entity.task.updateOne(ids.inspection, 'wheel_analysis', { status: 'TODO' });
        await entity.task.updateOne(ids.inspection, 'wheel_analysis', { status: 'TODO' });
      },
    ],
    [
      'inspection.requestInspectionReportPdf',
      async () =>
        void (await entity.inspection.requestInspectionReportPdf(ids.inspection, {
          pricing: false,
          customer: 'Fleet',
          clientName: 'Ada',
          vin: 'VF1BR1A0H50000000',
          language: 'fr',
        })),
    ],
    [
      'inspection.getInspectionReportPdf',
      async () => {
        const request = () => entity.inspection.getInspectionReportPdf(ids.inspection);
        const { axiosResponse } = await retryUntilReady(request);
        expectPresent(axiosResponse.data.pdfUrl, 'pdfUrl');
      },
    ],
    ['inspection.deleteOne', async () => void (await entity.inspection.deleteOne(ids.inspection))],
  ];
  return runCalls(calls, input);
}

/** Repeats a request while the service responds 422: the report is not ready. */
async function retryUntilReady(request: () => Promise<Client>): Promise<Client> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if ((error as Client).response?.status !== 422) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

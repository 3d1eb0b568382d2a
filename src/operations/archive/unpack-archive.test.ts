import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { operationOf, photoOf, stateOf } from '../../../test/fixtures/databases/records.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { ImageRecord, InspectionState } from '../../rules/state.ts';
import { packArchive } from './pack-archive.ts';
import { unpackArchive } from './unpack-archive.ts';
import { ZipReader } from './zip-reader.ts';

const image: ImageRecord = {
  id: 'a-1',
  name: 'front',
  sha256: 'ab'.repeat(32),
  imageWidth: 8,
  imageHeight: 6,
  binarySize: 3,
  mimetype: 'image/jpeg',
  createdAt: '2026-03-04T05:06:07.000Z',
  rotateImageBeforeUpload: 'NO_ROTATION',
  imageType: 'unknown',
  tasks: [],
  compliances: {},
};
const state: InspectionState = { ...stateOf('a'), images: [image] };
const photo = { ...photoOf('a', 'a-1'), sha256: image.sha256 };
const remoteId = { localId: 'a', remoteId: 'r', inspectionId: 'a', kind: 'inspection' } as const;
const awaited = { inspectionId: 'a', taskName: 'damage_detection', since: 7 } as const;
const operation = { ...operationOf('a', 'a1'), sequence: 4 };
const sign = async (hash: string) => `signed ${hash}`;
const isOwn = async (hash: string, signature: string) => signature === `signed ${hash}`;

async function pack(loadPhoto = async () => photo as typeof photo | undefined): Promise<Uint8Array> {
  const outbox = { operations: [operation], remoteIds: [remoteId], awaited: [awaited] };
  const zip = await packArchive(state, outbox, { loadPhoto, sha256, sign });
  return new Uint8Array(await zip.arrayBuffer());
}

const unpack = async (zip: Uint8Array) =>
  unpackArchive(await ZipReader.open(new Blob([new Uint8Array(zip)])), { sha256, isOwn });

/** Repacks an export after a change to its files. */
async function tamper(change: (files: Record<string, Uint8Array>) => void): Promise<Uint8Array> {
  const files = unzipSync(await pack());
  change(files);
  return zipSync(files);
}

// biome-ignore lint/suspicious/noExplicitAny: the records of a file that an attacker edits
const editRecords = (edit: (records: any) => void) =>
  tamper((files) => {
    const records = JSON.parse(strFromU8(files['inspection.json'] ?? new Uint8Array()));
    edit(records);
    files['inspection.json'] = strToU8(JSON.stringify(records));
  });

describe('an export', () => {
  test('of this device contains records, remote ids, awaited tasks, and operations in doubt', async () => {
    const { sequence: _sequence, ...unsent } = operation;
    const { bytes: _bytes, ...facts } = photo;
    expect(await unpack(await pack())).toStrictEqual({
      state,
      photos: [{ ...facts, packedSha256: await sha256(photo.bytes) }],
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      own: {
        operations: [{ ...unsent, delivery: { state: 'queued', attempts: 0, unanswered: true } }],
        outbox: [
          { type: 'map', remoteId },
          { type: 'await', task: awaited },
        ],
      },
    });
  });

  test.each([
    ['without a signature', () => tamper((files) => delete files.signature)],
    ['with another signature', () => tamper((files) => (files.signature = strToU8('signed')))],
    ['with changed records', () => editRecords((records) => (records.operations = []))],
    [
      'with another mapping',
      () => editRecords((records) => (records.remoteIds = [{ ...remoteId, remoteId: 'x' }])),
    ],
  ])('%s is read without its outbox', async (_case, create) => {
    expect(Object.keys(await unpack(await create()))).toEqual(['state', 'photos', 'hash']);
  });

  test('omits a photo that is missing', async () => {
    expect((await unpack(await pack(async () => undefined))).photos).toEqual([]);
  });

  test.each([
    ['without records', () => tamper((files) => delete files['inspection.json']), 'is missing'],
    [
      'with a signature of 2 kB',
      () => tamper((files) => (files.signature = new Uint8Array(2_000))),
      'more than 1024 bytes',
    ],
    [
      'with text that is not UTF-8',
      () => tamper((files) => (files['inspection.json'] = Uint8Array.of(0xff, 0xfe))),
      'is not JSON',
    ],
    [
      'with deep nesting',
      () => editRecords((records) => (records.deep = JSON.parse('['.repeat(65) + ']'.repeat(65)))),
      'nested more than 64 levels',
    ],
    [
      'with a task of another inspection',
      () => editRecords((records) => (records.state.tasks[0].inspectionId = 'b')),
      'a task belongs to another inspection',
    ],
    ['with an image twice', () => editRecords(({ state }) => state.images.push(image)), 'a-1 twice'],
    [
      'with one id for two kinds of records',
      () =>
        editRecords((records) =>
          records.state.parts.push({ id: 'a-1', partType: 'hood', createdBy: 'user' }),
        ),
      'a-1 twice',
    ],
    [
      'with a task twice',
      () => editRecords(({ state }) => state.tasks.push({ ...state.tasks[0], id: 'b' })),
      'damage_detection twice',
    ],
    ['with a photo twice', () => editRecords(({ photos }) => photos.push(photos[0])), 'a-1 twice'],
    [
      'with a photo of no image',
      () => editRecords(({ photos }) => photos.push({ ...photos[0], imageId: 'b-1' })),
      'but not that image',
    ],
  ])('%s is rejected', async (_case, create, reason) => {
    await expect(unpack(await create())).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(reason),
    });
  });

  test('with records that are not as a store holds them is rejected with the path of the field', async () => {
    const zip = await editRecords((records) => (records.state.images[0].name = { html: '<b>' }));
    await expect(unpack(zip)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { path: 'zip.state.images[0].name' },
    });
  });
});

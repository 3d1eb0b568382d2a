import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { operationOf, photoOf, stateOf } from '../../../test/fixtures/databases/records.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { ImageRecord } from '../../rules/state.ts';
import { packArchive, unpackArchive } from './archive.ts';

const image = { id: 'a-1', name: 'front', sha256: 'x', imageWidth: 8, imageHeight: 6, tasks: [] };
const state = { ...stateOf('a'), images: [image as unknown as ImageRecord] };
const remoteId = { localId: 'a', remoteId: 'r', inspectionId: 'a', kind: 'inspection' } as const;
const awaited = { inspectionId: 'a', taskName: 'damage_detection', since: 7 } as const;
const operation = { ...operationOf('a', 'a1'), sequence: 4 };

const sign = async (hash: string) => `signed ${hash}`;
const isOwn = async (hash: string, signature: string) => signature === `signed ${hash}`;
const unpack = (zip: Uint8Array) => unpackArchive(zip, sha256, isOwn);

async function pack(): Promise<Uint8Array> {
  const outbox = { operations: [operation], remoteIds: [remoteId], awaited: [awaited] };
  const zip = await packArchive(state, outbox, async (imageId) => photoOf('a', imageId), sha256, sign);
  return new Uint8Array(await zip.arrayBuffer());
}

/** Repacks an export after a change to its files. */
async function tamper(change: (files: Record<string, Uint8Array>) => void): Promise<Uint8Array> {
  const files = unzipSync(await pack());
  change(files);
  return zipSync(files);
}

const editRecords = (edit: (records: Record<string, unknown>) => void) =>
  tamper((files) => {
    const records = JSON.parse(strFromU8(files['inspection.json'] ?? new Uint8Array()));
    edit(records);
    files['inspection.json'] = strToU8(JSON.stringify(records));
  });

describe('an archive', () => {
  test('of this device contains records, photos, remote ids, awaited tasks, and operations in doubt', async () => {
    const { sequence: _sequence, ...unsent } = operation;
    expect(await unpack(await pack())).toStrictEqual({
      state,
      photos: [photoOf('a', 'a-1')],
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
    const zip = await packArchive(state, { operations: [] }, async () => undefined, sha256, sign);
    const { photos } = await unpack(new Uint8Array(await zip.arrayBuffer()));
    expect(photos).toEqual([]);
  });

  test.each([
    ['not a zip file', async () => strToU8('PK?'), 'not a zip file'],
    ['truncated', async () => (await pack()).subarray(0, 200), 'truncated'],
    [
      'without records',
      () => tamper((files) => delete files['inspection.json']),
      'inspection.json is missing',
    ],
    ['without a photo', () => tamper((files) => delete files['photos/a-1']), 'a-1 is missing'],
    ['altered photo', () => tamper((files) => files['photos/a-1']?.fill(9)), 'a-1 was altered'],
    [
      'deep nesting',
      () => editRecords((records) => (records.deep = JSON.parse('['.repeat(65) + ']'.repeat(65)))),
      'nested more than 64 levels',
    ],
    [
      'task of another inspection',
      () => editRecords((records) => (records.state = { ...state, tasks: stateOf('b').tasks })),
      'a task belongs to another inspection',
    ],
    [
      'duplicate image',
      () => editRecords((records) => (records.state = { ...state, images: [image, image] })),
      'the same image twice',
    ],
  ])('is rejected with invalid_input: %s', async (_case, create, reason) => {
    await expect(unpack(await create())).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(reason),
    });
  });
});

/** A library with which an app writes records and sends them, or calls a service. */
export interface Client {
  /** The name of the package. */
  name: string;
  /** What npm installs. Versions are fixed, so that the table of the documentation can be made again. */
  packages: readonly string[];
  /** What it does of Kerbside's work. */
  does: string;
  /** Whether it tries to send at once to the service of the page. Dexie Cloud first wants a login, Monk an `https:` address. */
  sends: boolean;
  /** An app that defines `record()`: it opens the library with sync, writes a record and reads it back. */
  source: string;
}

/** The smallest apps that record and send, each as the documentation of its library writes it. */
export const OTHER_CLIENTS: readonly Client[] = [
  {
    name: 'replicache',
    packages: ['replicache@15.3.0'],
    does: 'records, sync',
    sends: true,
    source: `
import { Replicache } from 'replicache';
window.record = async () => {
  const mutators = { add: (tx, one) => tx.set('inspection/' + one.id, one) };
  const replicache = new Replicache({ name: 'ann', pushURL: '/service/push', pullURL: '/service/pull', mutators });
  await replicache.mutate.add({ id: '1', plate: 'AB-123-CD' });
  return replicache.query((tx) => tx.get('inspection/1'));
};`,
  },
  {
    name: 'dexie',
    packages: ['dexie@4.4.7'],
    does: 'records',
    sends: false,
    source: `
import Dexie from 'dexie';
window.record = async () => {
  const db = new Dexie('app');
  db.version(1).stores({ inspections: 'id' });
  await db.inspections.add({ id: '1', plate: 'AB-123-CD' });
  return db.inspections.get('1');
};`,
  },
  {
    name: 'dexie-cloud-addon',
    packages: ['dexie@4.4.7', 'dexie-cloud-addon@4.4.14'],
    does: 'records, sync',
    sends: false,
    source: `
import Dexie from 'dexie';
import dexieCloud from 'dexie-cloud-addon';
window.record = async () => {
  const db = new Dexie('app', { addons: [dexieCloud] });
  db.version(1).stores({ inspections: 'id' });
  db.cloud.configure({ databaseUrl: location.origin + '/service' });
  await db.inspections.add({ id: '1', plate: 'AB-123-CD' });
  return db.inspections.get('1');
};`,
  },
  {
    name: 'rxdb',
    packages: ['rxdb@17.6.0', 'rxjs@7.8.2'],
    does: 'records, sync',
    sends: true,
    source: `
import { createRxDatabase } from 'rxdb/plugins/core';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
const send = async (rows) => (await fetch('/service/push', { method: 'POST', body: JSON.stringify(rows) })).json();
window.record = async () => {
  const db = await createRxDatabase({ name: 'app', storage: getRxStorageDexie() });
  const properties = { id: { type: 'string', maxLength: 36 }, plate: { type: 'string' } };
  const schema = { version: 0, primaryKey: 'id', type: 'object', properties };
  const { inspections } = await db.addCollections({ inspections: { schema } });
  replicateRxCollection({ collection: inspections, replicationIdentifier: 'app', push: { handler: send } });
  await inspections.insert({ id: '1', plate: 'AB-123-CD' });
  return (await inspections.findOne('1').exec()).toJSON();
};`,
  },
  {
    name: '@powersync/web',
    packages: ['@powersync/web@2.4.0'],
    does: 'records, sync',
    sends: true,
    source: `
import { column, PowerSyncDatabase, Schema, Table } from '@powersync/web';
window.record = async () => {
  const schema = new Schema({ inspections: new Table({ plate: column.text }) });
  const db = new PowerSyncDatabase({ schema, database: { dbFilename: 'app.db' } });
  const fetchCredentials = async () => ({ endpoint: location.origin + '/service', token: 'token' });
  db.connect({ fetchCredentials, uploadData: async (one) => (await one.getNextCrudTransaction())?.complete() });
  await db.execute('INSERT INTO inspections (id, plate) VALUES (?, ?)', ['1', 'AB-123-CD']);
  return db.get('SELECT * FROM inspections');
};`,
  },
  {
    name: '@monkvision/network',
    packages: ['@monkvision/network@5.4.2'],
    does: 'calls of a service, nothing is stored',
    sends: false,
    source: `
import { MonkApi } from '@monkvision/network';
window.record = async () => {
  const config = { apiDomain: location.host + '/service', thumbnailDomain: location.host, authToken: 'token' };
  return MonkApi.createInspection({ tasks: ['damage_detection'] }, config).catch(String);
};`,
  },
];

/** Kerbside as a developer installs it. */
export function kerbsideClient(tarball: string): Client {
  return {
    name: 'kerbside',
    packages: [tarball],
    does: 'records, photos, sync, results of models',
    sends: true,
    source: `
import { openKerbside } from 'kerbside';
import { remoteSync } from 'kerbside/sync';
window.record = async () => {
  const sync = remoteSync({ baseUrl: location.origin + '/service', getToken: () => 'token' });
  const kerbside = await openKerbside({ user: { id: 'ann' }, sync });
  const { result: id } = await kerbside.inspections.createOne({
    tasks: { damage_detection: {} },
    vehicle: { plate: 'AB-123-CD' },
  });
  return (await kerbside.inspections.getOne(id)).entities.inspections[id];
};`,
  };
}

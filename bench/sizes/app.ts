import { type Kerbside, openKerbside } from 'kerbside';
import { remoteSync } from 'kerbside/sync';

/** An app that records inspections and sends them: no models, no elements, no reports. */
export interface RecordingApp {
  open(session: { baseUrl: string; userId: string; token: string }): Promise<void>;
  /** Records an inspection with a photo and starts its task. Returns its id. */
  record(photo: number[]): Promise<string>;
  /** Resolves when every operation is delivered. */
  send(): Promise<void>;
  /** Resolves when the service has run the task and its result has arrived. */
  receive(id: string): Promise<void>;
  /** Reads what the app would show: the list, the inspection, its images and its task. */
  read(id: string): Promise<void>;
}

declare global {
  interface Window {
    recordingApp: RecordingApp;
  }
}

let kerbside: Kerbside;

window.recordingApp = {
  async open({ baseUrl, userId, token }) {
    kerbside = await openKerbside({
      user: { id: userId },
      sync: remoteSync({ baseUrl, getToken: () => token }),
    });
  },
  async record(photo) {
    const { result: id } = await kerbside.inspections.createOne({
      tasks: { damage_detection: {} },
      vehicle: { brand: 'Renault', plate: 'AB-123-CD' },
    });
    const picture = new Blob([new Uint8Array(photo)], { type: 'image/jpeg' });
    await kerbside.images.addOne(id, { name: 'left', tasks: ['damage_detection'] }, picture);
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
    await kerbside.inspections.updateVehicle(id, { mileage: { value: 52_300, unit: 'km' } });
    return id;
  },
  async send() {
    const isSent = async () =>
      Object.values((await kerbside.sync.flush()).operations).every((count) => count === 0);
    while (!(await isSent())) await new Promise((resolve) => setTimeout(resolve, 100));
  },
  async receive(id) {
    await kerbside.tasks.whenDone(id, 'damage_detection');
  },
  async read(id) {
    await kerbside.inspections.getMany();
    await kerbside.inspections.getOne(id);
    await kerbside.images.getMany(id);
    await kerbside.tasks.getOne(id, 'damage_detection');
  },
};

// Names that the snippets of the documentation use without declaring them.
import type { Kerbside, KerbsideOptions } from 'kerbside';
import type { DeviceModels } from 'kerbside/models';
import type { GetToken } from 'kerbside/sync';

declare global {
  const openKerbside: typeof import('kerbside').openKerbside;
  const kerbside: Kerbside;
  const user: KerbsideOptions['user'];
  const models: DeviceModels;
  const baseUrl: string;
  const getToken: GetToken;
  const session: {
    token(): Promise<string>;
    accessToken(options: { refresh: boolean }): Promise<string>;
  };
  const photo: Blob;
  const id: string;
  const checkOutId: string;
  const checkInId: string;
}

export type * from '../domain/api/inspection-api.ts';
export type {
  Deleted,
  DeleteResponse,
  Entities,
  Kind,
  Kinds,
  NormalizedResponse,
  Page,
} from '../domain/records/entities.ts';
export type { UpdateInspection } from '../domain/records/inspection.ts';
export { ERROR_CODES, type ErrorCode, isKerbsideError, KerbsideError } from '../errors.ts';
export type { PdfReport, PdfRequest, PdfRequestInput } from '../wire/pdf.ts';
export { createRemoteClient, type RemoteClient } from './client.ts';
export type { RemoteOptions } from './create-remote-calls.ts';
export type { Sleep } from './poll.ts';
export type { CountOptions, GetInspectionQuery, RemoteCalls, RemoteRecordId } from './remote-calls.ts';
export type { ReportApi } from './reports.ts';
export { mayHaveApplied } from './response-error.ts';
export type { SendOptions } from './send.ts';
export type { GetToken } from './token.ts';
export type { Fetch, UploadProgress } from './transport.ts';
export { withDeviceResults } from './with-device-results.ts';

import { describe, expect, it, test } from 'vitest';
import type { InspectionSyncStatus } from '../domain/api/sync-status.ts';
import type { Inspection } from '../domain/records/inspection.ts';
import { type ErrorCode, KerbsideError } from '../errors.ts';
import { createPollPolicy, downloadReport, mapRemoteReports, type RemoteReports } from './remote-reports.ts';

const error = (code: ErrorCode, retryable = false) => new KerbsideError(code, code, { retryable });

describe('createPollPolicy', () => {
  it('polls again while the service makes the report, for at most 60 s', () => {
    let now = 0;
    const decide = createPollPolicy(() => now);
    expect(decide(error('report_not_ready', true))).toBe('poll_again');
    now = 60_000;
    expect(decide(error('report_not_ready', true))).toBe('fall_back_to_device');
  });

  it('falls back to the device after 3 failures in a row', () => {
    const decide = createPollPolicy(() => 0);
    const unavailable = error('remote_unavailable', true);
    expect([decide(unavailable), decide(unavailable)]).toEqual(['poll_again', 'poll_again']);
    expect(decide(error('report_not_ready', true))).toBe('poll_again');
    expect([decide(unavailable), decide(unavailable), decide(unavailable)]).toEqual([
      'poll_again',
      'poll_again',
      'fall_back_to_device',
    ]);
  });

  it.each(['not_found', 'unauthorized', 'forbidden', 'report_not_ready'] as const)(
    'falls back to the device at once after %s',
    (code) => {
      expect(createPollPolicy(() => 0)(error(code))).toBe('fall_back_to_device');
    },
  );

  it.each(['aborted', 'closed', 'invalid_input'] as const)('fails after %s', (code) => {
    expect(createPollPolicy(() => 0)(error(code))).toBe('fail');
  });
});

describe('mapRemoteReports', () => {
  const inspection = (relatedInspectionId?: string) =>
    ({ id: 'local', ...(relatedInspectionId && { relatedInspectionId }) }) as Inspection;
  const request = { pricing: false, language: 'en' } as const;
  const SENT: InspectionSyncStatus = { remoteId: 'remote', unsent: 0, awaited: 0 };

  const open = (statuses: Record<string, InspectionSyncStatus>) => {
    const requested: string[] = [];
    const remote: RemoteReports = {
      request: async (id) => {
        requested.push(id);
        return { id: 'report' };
      },
      getOne: async (id) => ({ id: 'report', pdfUrl: `https://service.example/${id}.pdf` }),
      upload: async () => ({}),
    };
    const statusOf = async (id: string) => {
      const status = statuses[id];
      if (!status) throw error('not_found');
      return status;
    };
    return { reports: mapRemoteReports(remote, { statusOf }), requested };
  };

  it('requests by remote id', async () => {
    const { reports, requested } = open({ local: SENT });
    expect(await reports.request(inspection(), request)).toEqual({ id: 'report' });
    expect(requested).toEqual(['remote']);
  });

  it.each([
    { lack: 'the inspection', status: { ...SENT, remoteId: null } },
    { lack: 'operations', status: { ...SENT, unsent: 1 } },
    { lack: 'results', status: { ...SENT, awaited: 1 } },
  ])(
    'leaves the report to the device if $lack of it or of the earlier inspection is missing',
    async ({ status }) => {
      const current = open({ local: status });
      const earlier = open({ local: SENT, earlier: status });
      expect(await current.reports.request(inspection(), request)).toBeUndefined();
      expect(await earlier.reports.request(inspection('earlier'), request)).toBeUndefined();
      expect([...current.requested, ...earlier.requested]).toEqual([]);
    },
  );

  it('requests if the earlier inspection is not on this device', async () => {
    const { reports } = open({ local: SENT });
    expect(await reports.request(inspection('elsewhere'), request)).toEqual({ id: 'report' });
  });

  it('rejects an upload before the inspection is sent', async () => {
    const { reports } = open({ local: { ...SENT, remoteId: null } });
    await expect(reports.upload('local', new Blob())).rejects.toMatchObject({
      code: 'not_found',
      retryable: true,
    });
  });
});

describe('downloadReport', () => {
  test.each([
    { of: 'an error status', response: () => new Response('', { status: 502 }), message: 'HTTP 502' },
    { of: 'a page instead of a PDF', response: () => new Response('<html>'), message: 'not a PDF' },
  ])('rejects $of as remote_unavailable', async ({ response, message }) => {
    await expect(
      downloadReport('https://service.example/r.pdf', async () => response()),
    ).rejects.toMatchObject({
      code: 'remote_unavailable',
      retryable: true,
      message: expect.stringContaining(message),
    });
  });

  test('returns the bytes of a PDF', async () => {
    const bytes = await downloadReport('https://service.example/r.pdf', async () => new Response('%PDF-1.7'));
    expect(bytes.byteLength).toBe(8);
  });
});

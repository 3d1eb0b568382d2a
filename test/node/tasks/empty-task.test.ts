import { expect, onTestFinished, test } from 'vitest';
import { getAnalysisOutcome } from '../../../src/domain/verdict/analysis-outcome.ts';
import { openKerbside } from '../../../src/kerbside.ts';
import { createNodeReports } from '../../../src/node/report/reports.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { pdfText } from '../../fixtures/pdf-text.ts';
import { scriptedAnalyzer } from '../support/scripted-analyzer.ts';

test('a task that is started without photos ends, and its vehicle is not analysed rather than clean', async () => {
  const kerbside = await openKerbside({
    user: { id: 'ann' },
    store: new MemoryStore(),
    analyzer: scriptedAnalyzer('damage', []),
  });
  onTestFinished(() => kerbside.close());
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'damage_detection');

  const { entities } = await kerbside.inspections.getOne(id);
  const inspection = entities.inspections[id];
  expect(inspection && getAnalysisOutcome(inspection, entities)).toBe('notAnalysed');

  const reports = createNodeReports(kerbside);
  await reports.requestOne(id);
  const text = await pdfText(await (await reports.whenReady(id)).pdf.arrayBuffer());
  expect(text).toContain('No person has confirmed the condition of this vehicle');
  expect(text).not.toContain('No damage was found');
});

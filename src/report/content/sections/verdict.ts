import { describeVerdict, nameOutcome } from '../../../domain/verdict/describe-verdict.ts';
import type { ReportContext } from '../report-context.ts';
import type { Block } from '../report-model.ts';

/** Says what is known about the damage, and on what that rests: what was looked at, by whom, and down to what size. */
export function buildVerdict({ verdict, formats, options: { language } }: ReportContext): Block {
  return {
    kind: 'verdict',
    outcome: nameOutcome(verdict.outcome, language),
    isClean: verdict.outcome === 'clean',
    sentences: describeVerdict(verdict, { language, formatTime: formats.dateTime }),
  };
}

import { describeStatement } from '../../../analysis/compare/statement.ts';
import { type Charges, sumCharges } from '../../../analysis/compare/sum-charges.ts';
import { readComparisonReview } from '../../../domain/comparison-review.ts';
import type { ReportContext } from '../report-context.ts';
import type { Block } from '../report-model.ts';

/** Builds what the customer pays for, and the customer's signature with its seal. */
export function buildSignature(context: ReportContext): Block[] {
  const { messages, formats, inspection, earlier, images, options } = context;
  const { records, comparison } = earlier ?? {};
  if (!records || !comparison) return [];
  const { signature } = readComparisonReview(inspection);
  const charges = sumCharges(comparison, records.entities, context.entities);
  const sum = options.pricing || signature ? describeCharges(context, charges) : [];
  if (!signature) return sum.length > 0 ? [{ kind: 'heading', text: messages.signature.sum }, ...sum] : [];
  const statement = describeStatement({
    reviewed: comparison,
    charges,
    images,
    earlierImages: records.images,
  });
  const isCurrent = statement === signature.statement;
  return [
    { kind: 'heading', text: messages.signature.title },
    ...sum,
    {
      kind: 'signature',
      name: signature.name,
      caption: messages.signature.signedAt(formats.dateTime(signature.signedAt)),
      description: messages.signature.description(signature.name),
      ...(signature.path !== undefined && { path: signature.path }),
    },
    {
      kind: 'paragraph',
      tone: 'note',
      text: [
        isCurrent ? messages.signature.current : messages.signature.changed,
        `SHA-256 ${signature.seal}`,
      ].join('\n'),
    },
  ];
}

function describeCharges({ messages, formats }: ReportContext, charges: Charges): Block[] {
  const { total, currency, unpriced } = charges;
  if (currency === undefined && unpriced === 0) return [];
  const amount = currency === undefined ? messages.unknown : formats.money(total, currency);
  const note = unpriced > 0 ? ` · ${messages.signature.unpriced(unpriced)}` : '';
  return [{ kind: 'paragraph', text: `${messages.labelled(messages.signature.sum, amount)}${note}` }];
}

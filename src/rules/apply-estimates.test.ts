import { expect, test } from 'vitest';
import type { SeverityLevel } from '../domain/records/repair-estimate.ts';
import type { Task } from '../domain/records/task.ts';
import { applyEstimates, type RepairRules } from './apply-estimates.ts';
import { createDamage, deleteDamage } from './damages.ts';
import type { Rule } from './rule.ts';
import { RuleRunner } from './rule-runner.suite.ts';
import { createSeverity } from './severities.ts';
import type { InspectionState } from './state.ts';

/** Rules that give every damaged part level 2, and an estimate of 100 per damage. */
const RULES: RepairRules = {
  createdBy: { model: 'repair-rules', version: '1', engine: 'rules' },
  hasCustomPrices: false,
  severities: ({ parts, damages }) =>
    new Map(
      parts
        .filter(({ partType }) => damages.some((damage) => damage.partType === partType))
        .map(({ id }): [string, SeverityLevel] => [id, 2]),
    ),
  estimate: ({ damages }) => ({
    operations: new Map(),
    estimate: {
      totalCost: 100 * damages.length,
      range: { low: 0, high: 0 },
      currency: 'EUR',
      damageIds: damages.map(({ id }) => id),
      toReview: [],
      vehicleClass: 'small',
      pricingVersion: '1',
    },
  }),
};

/** Applies rules as a commit with an estimator does. */
class EstimatingRunner extends RuleRunner {
  readonly rules: RepairRules;

  constructor(rules: RepairRules = RULES) {
    super({ repair_estimate: {} });
    this.rules = rules;
  }

  override apply<Result>(rule: Rule<Result>): Result {
    const before = this.state;
    const result = super.apply(rule);
    this.state = applyEstimates(before, this.state, this.context, this.rules);
    return result;
  }

  setStatus(status: Task['status']): void {
    this.change({ tasks: this.state.tasks.map((task) => ({ ...task, status })) });
  }

  change(records: Partial<InspectionState>): void {
    const before = this.state;
    this.state = applyEstimates(before, { ...before, ...records }, this.context, this.rules);
  }

  get total(): number | undefined {
    return this.state.vehicle?.repairEstimate?.totalCost;
  }
}

const DENT = { damageType: 'dent', partType: 'hood' } as const;

test('every damaged part has a severity, also before the task is done', () => {
  const runner = new EstimatingRunner();
  const { result: damageId } = runner.apply(createDamage(DENT));
  expect(runner.state.severityResults).toMatchObject([
    { label: 'hood', isUserModified: false, value: { customSeverity: { level: 2 } } },
  ]);
  runner.apply(deleteDamage(damageId));
  expect(runner.state.severityResults).toEqual([]);
});

test('the estimate follows changes while the task is DONE; VALIDATED freezes it', () => {
  const runner = new EstimatingRunner();
  runner.apply(createDamage(DENT));
  expect(runner.total).toBeUndefined();
  runner.setStatus('DONE');
  expect(runner.total).toBe(100);
  runner.apply(createDamage(DENT));
  expect(runner.total).toBe(200);
  runner.setStatus('VALIDATED');
  runner.apply(createDamage(DENT));
  expect(runner.total).toBe(200);
});

test('the severity of another model replaces that of the rules; a user’s stays beside it', () => {
  const runner = new EstimatingRunner();
  runner.apply(createDamage(DENT));
  runner.apply(createSeverity({ label: 'hood', level: 3 }));
  expect(runner.state.severityResults).toHaveLength(2);
  const remote = {
    id: 'remote',
    label: 'hood',
    isUserModified: false,
    relatedItemType: 'part',
    createdBy: { model: 'service', version: '3', engine: 'remote' },
    value: { customSeverity: { level: 1 } },
  } as const;
  runner.change({ severityResults: [...runner.state.severityResults, remote] });
  expect(runner.state.severityResults.map(({ createdBy }) => createdBy)).toEqual(['user', remote.createdBy]);
});

test.each([
  ['is kept if it has the same inputs', RULES, 1, 999],
  ['is replaced if it has other inputs', RULES, 0, 100],
  ['is replaced if the app has its own prices', { ...RULES, hasCustomPrices: true }, 1, 100],
])('the estimate of the remote service %s', (_name, rules, damages, total) => {
  const runner = new EstimatingRunner(rules);
  const { result: damageId } = runner.apply(createDamage(DENT));
  runner.setStatus('DONE');
  const { vehicle } = runner.state;
  const remote = { ...vehicle?.repairEstimate, totalCost: 999, damageIds: damages ? [damageId] : [] };
  runner.change({ vehicle: { ...vehicle, repairEstimate: remote } as NonNullable<typeof vehicle> });
  expect(runner.total).toBe(total);
});

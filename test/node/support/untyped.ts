import type { Kerbside } from '../../../src/kerbside.ts';

/** Kerbside as a caller without types sees it. */
export type Untyped = {
  [Resource in 'inspections' | 'tasks' | 'images' | 'views' | 'damages' | 'severities' | 'storage']: Record<
    string,
    (...input: unknown[]) => Promise<unknown>
  >;
};

export function untyped(kerbside: Kerbside): Untyped {
  return kerbside as unknown as Untyped;
}

/** Calls `resource.operation`; what is thrown at once is a rejection too. */
export async function call(api: Untyped, operation: string, input: readonly unknown[]): Promise<unknown> {
  const [resource = '', name = ''] = operation.split('.');
  const run = api[resource as keyof Untyped]?.[name];
  if (!run) throw new Error(`There is no operation ${operation}`);
  return run(...input);
}

/** Whether the classes of the elements are defined, or why they cannot be. */
export type Definition = boolean | Error;

/**
 * Returns what `useSyncExternalStore` needs to define the elements when the first component that needs them is mounted.
 * React unmounts components that throw the error. The next component that is mounted tries again.
 */
export function createElementDefinition(define: () => Promise<void>) {
  const subscribers = new Set<() => void>();
  let definition: Definition = false;
  let isLoading = false;
  const load = async () => {
    isLoading = true;
    definition = await define().then(
      () => true,
      (error: Error) => subscribers.size > 0 && error,
    );
    isLoading = false;
    for (const notify of [...subscribers]) notify();
  };
  const subscribe = (onChange: () => void) => {
    subscribers.add(onChange);
    if (!definition && !isLoading) void load();
    return () => {
      subscribers.delete(onChange);
      if (subscribers.size === 0 && definition !== true) definition = false;
    };
  };
  return [subscribe, (): Definition => definition] as const;
}

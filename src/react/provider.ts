import { createContext, createElement, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { Kerbside } from '../kerbside.ts';
import { type LiveQueries, liveQueries } from '../live/index.ts';

/** Props of {@link KerbsideProvider}. */
export interface KerbsideProviderProps {
  /**
   * Opens Kerbside. Called in the browser when the provider is mounted, never on the server. The instance is closed when
   * the provider is unmounted. To open another one, for example for another user, give the provider another `key`.
   */
  open: () => Promise<Kerbside>;
  children?: ReactNode;
}

/** The context of the hooks. */
export interface Session {
  /** Undefined until it is open. */
  kerbside: Kerbside | undefined;
  /** Resolves when it is open. Components that suspend wait for it. */
  opened: Promise<Kerbside>;
}

const SessionContext = createContext<Session | undefined>(undefined);

/**
 * Opens Kerbside for all components inside, and closes it in the end. If it cannot be opened, the error is thrown for the
 * nearest error boundary.
 *
 * Components that suspend need their `Suspense` boundary inside the provider: React mounts nothing of a boundary, and so
 * no provider, while something in it is suspended.
 *
 * @example
 * ```tsx
 * <KerbsideProvider open={() => openKerbside({ user: { id: 'agent-7' } })}>
 *   <Inspections />
 * </KerbsideProvider>
 * ```
 */
export function KerbsideProvider({ open, children }: KerbsideProviderProps): ReactNode {
  const openOnMount = useRef(open);
  const deferred = useRef<DeferredSession>(undefined);
  deferred.current ??= createSession();
  const [session, setSession] = useState<Session>(deferred.current.session);
  const [failure, setFailure] = useState<{ error: unknown }>();
  useEffect(() => {
    let hasEnded = false;
    const opening = openOnMount.current();
    opening.then(
      (kerbside) => {
        if (!hasEnded) setSession(resolveSession(deferred, kerbside));
      },
      (error: unknown) => {
        if (!hasEnded) setFailure({ error });
      },
    );
    return () => {
      hasEnded = true;
      setSession(renewSession(deferred));
      opening.then(
        (kerbside) => kerbside.close(),
        () => {},
      );
    };
  }, []);
  if (failure) throw failure.error;
  return createElement(SessionContext, { value: session }, children);
}

/**
 * Returns the opened `Kerbside`. Undefined until it is open, and on the server.
 *
 * @throws An error if there is no {@link KerbsideProvider} around the component.
 */
export function useKerbside(): Kerbside | undefined {
  return useSession().kerbside;
}

/** Returns the live queries of the opened `Kerbside`. Undefined until it is open, and on the server. */
export function useLiveQueries(): LiveQueries | undefined {
  const kerbside = useKerbside();
  return kerbside && liveQueries(kerbside);
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('Put a KerbsideProvider of kerbside/react around this component.');
  return session;
}

interface DeferredSession {
  session: Session;
  resolve(kerbside: Kerbside): void;
}

function createSession(): DeferredSession {
  let resolve: (kerbside: Kerbside) => void = () => {};
  const opened = new Promise<Kerbside>((resolveOpened) => {
    resolve = resolveOpened;
  });
  return { session: { kerbside: undefined, opened }, resolve };
}

function resolveSession(deferred: { current: DeferredSession | undefined }, kerbside: Kerbside): Session {
  const { session, resolve } = deferred.current ?? createSession();
  const opened: Session = { ...session, kerbside };
  deferred.current = { session: opened, resolve };
  resolve(kerbside);
  return opened;
}

/** Keeps a session that is not open yet: suspended components wait for its promise, also if StrictMode mounts twice. */
function renewSession(deferred: { current: DeferredSession | undefined }): Session {
  if (!deferred.current || deferred.current.session.kerbside) deferred.current = createSession();
  return deferred.current.session;
}

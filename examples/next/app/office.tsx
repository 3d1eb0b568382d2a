'use client';
import { openKerbside } from 'kerbside';
import { KerbsideProvider } from 'kerbside/react';
import type { ReactNode } from 'react';

const open = () => openKerbside({ user: { id: 'agent-7' } });

/** Opens Kerbside in the browser for what the server components put inside. */
export function Office({ children }: { children: ReactNode }) {
  return <KerbsideProvider open={open}>{children}</KerbsideProvider>;
}

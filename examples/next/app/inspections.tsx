'use client';
import { useInspections, useKerbside } from 'kerbside/react';
import { Suspense } from 'react';

export function Inspections() {
  const kerbside = useKerbside();
  const { data } = useInspections({});
  return (
    <>
      <button
        type="button"
        disabled={!kerbside}
        onClick={() => kerbside?.inspections.createOne({ tasks: {} })}
      >
        New inspection
      </button>
      <p role="status">{data ? `${data.inspections.length} inspections` : 'Opening…'}</p>
      <Suspense fallback={<p>Loading…</p>}>
        <List />
      </Suspense>
    </>
  );
}

/** The server sends the fallback of the boundary around it. */
function List() {
  const { data } = useInspections({}, { suspense: true });
  return (
    <ul>
      {data.inspections.map(({ id, createdAt }) => (
        <li key={id}>
          {id}: {createdAt}
        </li>
      ))}
    </ul>
  );
}

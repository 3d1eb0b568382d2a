/** Everything this origin keeps in the browser, as one text in which a secret would be found. */
export async function storedText(): Promise<string> {
  const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
  for (const { name = '' } of await indexedDB.databases()) parts.push(name, await databaseText(name));
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      parts.push(name, request.url, ...[...request.headers].flat(), (await answer?.text()) ?? '');
    }
  }
  return parts.join('\n');
}

async function databaseText(name: string): Promise<string> {
  const database = await done(indexedDB.open(name));
  const parts: string[] = [];
  for (const store of database.objectStoreNames) {
    const rows = database.transaction(store).objectStore(store);
    parts.push(textOf(await done(rows.getAll())), textOf(await done(rows.getAllKeys())));
  }
  database.close();
  return parts.join('\n');
}

/** Bytes count as letters: a secret may hide in a buffer. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part instanceof ArrayBuffer ? new TextDecoder('latin1').decode(part) : part,
  );
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

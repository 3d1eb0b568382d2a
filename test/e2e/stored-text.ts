/** Returns everything that this origin stores as one text, to search for secrets. */
export async function storedText(): Promise<string> {
  const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
  for (const { name = '' } of await indexedDB.databases()) parts.push(name, await databaseText(name));
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      parts.push(name, request.url, ...[...request.headers].flat(), (await response?.text()) ?? '');
    }
  }
  return parts.join('\n');
}

async function databaseText(name: string): Promise<string> {
  const database = await promisifyRequest(indexedDB.open(name));
  const parts: string[] = [];
  for (const store of database.objectStoreNames) {
    const rows = database.transaction(store).objectStore(store);
    parts.push(
      toText(await promisifyRequest(rows.getAll())),
      toText(await promisifyRequest(rows.getAllKeys())),
    );
  }
  database.close();
  return parts.join('\n');
}

/** Decodes buffers as Latin-1: they may contain a secret. */
function toText(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part instanceof ArrayBuffer ? new TextDecoder('latin1').decode(part) : part,
  );
}

function promisifyRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

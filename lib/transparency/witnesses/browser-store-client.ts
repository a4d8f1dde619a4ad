/** What this browser keeps of its own about the site's proofs, in IndexedDB. It outlives every session. */

const STORE = "log";

/** The result of a request of IndexedDB. */
const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function withStore<T>(
  mode: IDBTransactionMode,
  work: (objects: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const opening = indexedDB.open("witness", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const store = await done(opening);
  try {
    return await work(store.transaction(STORE, mode).objectStore(STORE));
  } finally {
    store.close();
  }
}

/** What is kept under a key. @throws DOMException where the browser keeps nothing */
export const readKept = <T>(key: string): Promise<T | undefined> =>
  withStore("readonly", (objects) => done<T | undefined>(objects.get(key)));

/**
 * Changes what is kept under a key, in one transaction with what it depends on.
 * @param change undefined deletes it
 * @throws DOMException where the browser keeps nothing
 */
export const changeKept = <T>(
  key: string,
  change: (before: T | undefined) => T | undefined,
): Promise<void> =>
  withStore("readwrite", async (objects) => {
    const next = change(await done<T | undefined>(objects.get(key)));
    if (next === undefined) await done(objects.delete(key));
    else await done(objects.put(next, key));
  });

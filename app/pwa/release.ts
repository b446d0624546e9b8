// The service worker from the page's side: it is registered, a new release is heard of, and taken over when the visitor says so.

type Listener = () => void

let registration: ServiceWorkerRegistration | undefined
let waiting: ServiceWorker | null = null
const listeners = new Set<Listener>()

/** Whether a new release is here and waits. */
export const isReleaseWaiting = (): boolean => waiting !== null

export function subscribeToRelease(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Once per page, when it has nothing better to do. A failure changes nothing for the visitor but is worth a line. */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  } catch (error) {
    console.warn('The service worker did not start', error)
    return
  }
  if (registration.waiting) hearWaiting(registration.waiting)
  registration.addEventListener('updatefound', () => watchInstalling(registration?.installing ?? null))
  watchInstalling(registration.installing)
  // A page may stay open for days: whoever comes back to it hears of a new release.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration?.update().catch(() => undefined)
  })
}

/** The new release takes over; every open page of this site is then loaded anew, because its files are gone. */
export function takeRelease(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting?.postMessage({ type: 'take_over' })
}

/** Not now: asked again at the next visit. */
export function leaveRelease(): void {
  setWaiting(null)
}

/** The offline page is kept in the language and theme that were chosen last. */
export function tellLookChanged(): void {
  registration?.active?.postMessage({ type: 'look_changed' })
}

function watchInstalling(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed') hearWaiting(worker)
  })
}

/** The very first worker takes over at once; only one that replaces another has to be asked for. */
function hearWaiting(worker: ServiceWorker): void {
  if (navigator.serviceWorker.controller) setWaiting(worker)
}

function setWaiting(worker: ServiceWorker | null): void {
  waiting = worker
  for (const listener of listeners) listener()
}

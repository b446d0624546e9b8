// The service worker from the page's side: it is registered, a new release is heard of, and taken over when the visitor says so.

type Listener = () => void

/** Left to the page after it is loaded. */
const QUIET_MS = 1_000

let registration: ServiceWorkerRegistration | undefined
let waiting: ServiceWorker | null = null
const listeners = new Set<Listener>()

/** Whether a new release is here and waits. */
export const isReleaseWaiting = (): boolean => waiting !== null

export function subscribeToRelease(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Once per page. A failure changes nothing for the visitor but is worth a line. */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await untilLoaded()
  try {
    registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  } catch (error) {
    console.warn('The service worker did not start', error)
    return
  }
  // Browsers that are told to have no service workers answer with nothing.
  if (!registration) return
  if (registration.waiting) hearWaiting(registration.waiting)
  registration.addEventListener('updatefound', () => watchInstalling(registration?.installing ?? null))
  watchInstalling(registration.installing)
  // A page may stay open for days: whoever comes back to it hears of a new release.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration?.update().catch(() => undefined)
  })
}

/** The new release takes over, and this page is loaded anew. Others that are open stay as they are until somebody reloads them. */
export function takeRelease(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting?.postMessage({ type: 'take_over' })
}

/** Not now: asked again at the next visit. */
export function leaveRelease(): void {
  setWaiting(null)
}

/** The offline page is kept in the language and theme that were chosen last. */
export async function tellLook(look: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'look', look })
}

/** A page that is still loading has better uses for the network. This may run before its load is over or after. */
async function untilLoaded(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
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

// Service worker client: registration, detection of a new release, and its activation on the visitor's consent.

type Listener = () => void

/** Quiet period (ms) after page load before registration. */
const QUIET_MS = 1_000

let registration: ServiceWorkerRegistration | undefined
let waiting: ServiceWorker | null = null
const listeners = new Set<Listener>()

/** True when a new release is waiting. */
export const isReleaseWaiting = (): boolean => waiting !== null

export function subscribeToRelease(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Registers the service worker; call once per page. A failure is logged and has no effect for the visitor. */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await untilLoaded()
  try {
    registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  } catch (error) {
    console.warn('The service worker did not start', error)
    return
  }
  // Browsers with service workers disabled return no registration.
  if (!registration) return
  if (registration.waiting) watchWaiting(registration.waiting)
  registration.addEventListener('updatefound', () => watchInstalling(registration?.installing ?? null))
  watchInstalling(registration.installing)
  // Pages can stay open for days: check for a new release when the tab becomes visible.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration?.update().catch(() => undefined)
  })
}

/** Activates the new release and reloads this page. Other open tabs keep the old release until they reload. */
export function takeRelease(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting?.postMessage({ type: 'take_over' })
}

/** Postpones the new release until the next visit. */
export function leaveRelease(): void {
  setWaiting(null)
}

/** Tells the service worker the chosen language and theme, for the offline page. */
export async function sendLook(look: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'look', look })
}

/**
 * Resolves after the load event plus a quiet period, to leave bandwidth to the page. Works before and after the load
 * event.
 */
async function untilLoaded(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
}

function watchInstalling(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed') watchWaiting(worker)
  })
}

/** A first service worker activates at once; only a replacement waits for the visitor's consent. */
function watchWaiting(worker: ServiceWorker): void {
  if (navigator.serviceWorker.controller) setWaiting(worker)
}

function setWaiting(worker: ServiceWorker | null): void {
  waiting = worker
  for (const listener of listeners) listener()
}

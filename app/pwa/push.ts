// Push subscription of this browser: its state, and the browser's permission prompt.

/** "absent": not supported by this browser. "denied": forbidden for this site by the visitor. */
export type PushState = 'absent' | 'denied' | 'off' | 'on'

export interface BrowserSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

const hasPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export async function readPushState(): Promise<PushState> {
  if (!hasPush()) return 'absent'
  if (Notification.permission === 'denied') return 'denied'
  return (await findSubscription()) ? 'on' : 'off'
}

/** Asks the visitor for permission, then subscribes at the browser's push service. Null when denied. */
export async function switchOn(publicKey: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await navigator.serviceWorker.ready
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = made.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : null
}

/** Unsubscribes; returns the revoked endpoint, or null without a subscription. */
export async function switchOff(): Promise<string | null> {
  const subscription = await findSubscription()
  await subscription?.unsubscribe()
  return subscription?.endpoint ?? null
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

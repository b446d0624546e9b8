// Asks for push messages: called from a visitor's own press, and only where the site has a key to send them with.

export type PushAnswer =
  | { readonly state: 'subscribed'; readonly subscription: PushSubscriptionJSON }
  /** The visitor or the system says no. */
  | { readonly state: 'refused' }
  /** The site sends none, or this browser takes none. */
  | { readonly state: 'unavailable' }

/** `publicKey` is the site's VAPID key, base64url, or null. Its owner keeps the subscription with the account. */
export async function subscribeToPush(publicKey: string | null): Promise<PushAnswer> {
  if (publicKey === null || !('serviceWorker' in navigator) || !('PushManager' in window))
    return { state: 'unavailable' }
  if ((await Notification.requestPermission()) !== 'granted') return { state: 'refused' }
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  return { state: 'subscribed', subscription: subscription.toJSON() }
}

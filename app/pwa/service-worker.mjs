// Service worker: caches the files of this release and the offline page, and shows push notifications. Pages and data
// always come from the network; personal data is never cached. The build inserts RELEASE and SHELL
// (scripts/lib/service-worker.mjs) and writes /sw.js.

/* global RELEASE, SHELL, clients */

const CACHE_NAME = `cm-${RELEASE}`
const OFFLINE = '/offline'
/** Files with a content hash in their name never become stale. Wallet pages and data below /assets are excluded. */
const isImmutable = ({ pathname }) =>
  /^\/assets\/[\w.$-]+\.(?:js|css)$/.test(pathname) || /^\/words\/[\w.-]+\.json$/.test(pathname)

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

self.addEventListener('message', (event) => {
  // Sent after the visitor accepted the new release; otherwise it waits until the last page of the old one closes.
  if (event.data?.type === 'take_over') void self.skipWaiting()
  if (event.data?.type === 'look') event.waitUntil(followLook(String(event.data.look)))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(event))
  else if (isImmutable(url)) event.respondWith(findOrFetch(request))
})

/** Payload: JSON `{ title, body, tag?, url? }`; other pushes are ignored. */
self.addEventListener('push', (event) => {
  const message = readPush(event.data)
  if (!message) return
  event.waitUntil(
    self.registration.showNotification(message.title, {
      body: message.body,
      tag: message.tag,
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: { url: message.url },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showPage(event.notification.data?.url))
})

async function keepShell() {
  const cache = await caches.open(CACHE_NAME)
  await Promise.all([cache.addAll(SHELL), keepOfflinePage()])
}

/**
 * Fetched with cookies, which determine language and theme; the page contains no personal data. Without a network the
 * cached page stays.
 */
async function keepOfflinePage() {
  const cache = await caches.open(CACHE_NAME)
  await cache.add(new Request(OFFLINE, { cache: 'reload', credentials: 'same-origin' }))
}

/** Refreshes the offline page when language or theme changed. */
async function followLook(look) {
  const page = await caches.match(OFFLINE)
  if (!page?.headers.get('ETag')?.includes(`"${look}"`)) await keepOfflinePage()
}

async function takeOver() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('cm-') && name !== CACHE_NAME).map((name) => caches.delete(name)),
  )
  // The browser requests the page while this worker starts.
  await self.registration.navigationPreload?.enable()
  await clients.claim()
}

async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    // Network failure; an HTTP error status counts as an answer.
    return (await caches.match(OFFLINE)) ?? Response.error()
  }
}

async function findOrFetch(request) {
  const found = await caches.match(request.url)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) {
    const cache = await caches.open(CACHE_NAME)
    await cache.put(request.url, answer.clone())
  }
  return answer
}

function readPush(data) {
  try {
    const { title, body = '', tag, url } = data.json()
    return typeof title === 'string' && title !== '' ? { title, body: String(body), tag, url: ownPath(url) } : null
  } catch {
    return null
  }
}

/** Path on this site; other URLs become the home page. */
function ownPath(text) {
  const url = URL.canParse(String(text), location.origin) ? new URL(String(text), location.origin) : null
  return url?.origin === location.origin ? url.pathname + url.search : '/'
}

/** Focuses an open window and navigates it, or opens a new one. */
async function showPage(path) {
  const url = new URL(ownPath(path), location.origin).href
  const windows = await clients.matchAll({ type: 'window' })
  const open = windows.find((window) => window.url === url) ?? windows[0]
  if (!open) return clients.openWindow(url)
  const shown = await open.focus()
  return shown.url === url ? shown : shown.navigate(url)
}

// The service worker: keeps the files of this release and the offline page, and shows what is pushed. Pages and data always come from
// the network, and nothing of a person is ever kept. The build fills in RELEASE and SHELL (scripts/lib/service-worker.mjs) and writes /sw.js.

/* global RELEASE, SHELL, clients */

const KEPT = `cm-${RELEASE}`
const OFFLINE = '/offline'
/** Files named by their content: what is kept can never be out of date. Pages and data of wallets lie under /assets too, and are none. */
const isImmutable = ({ pathname }) =>
  /^\/assets\/[\w.$-]+\.(?:js|css)$/.test(pathname) || /^\/words\/[\w.-]+\.json$/.test(pathname)

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

self.addEventListener('message', (event) => {
  // The visitor has agreed to the new release; without that it waits until the last page of the old one is closed.
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

/** `{ title, body, tag?, url? }` as JSON; a push without them is none of ours. */
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
  const kept = await caches.open(KEPT)
  await Promise.all([kept.addAll(SHELL), keepOfflinePage()])
}

/** With cookies, which say the language and the theme; the page holds nothing else. Without a network the kept one stays. */
async function keepOfflinePage() {
  const kept = await caches.open(KEPT)
  await kept.add(new Request(OFFLINE, { cache: 'reload', credentials: 'same-origin' }))
}

/** The offline page is fetched anew when language or theme are others than those it was made in. */
async function followLook(look) {
  const page = await caches.match(OFFLINE)
  if (!page?.headers.get('ETag')?.includes(`"${look}"`)) await keepOfflinePage()
}

async function takeOver() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('cm-') && name !== KEPT).map((name) => caches.delete(name)))
  // The page is asked for while this worker still starts.
  await self.registration.navigationPreload?.enable()
  await clients.claim()
}

async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    // No answer at all. An answer that says that something is wrong is an answer.
    return (await caches.match(OFFLINE)) ?? Response.error()
  }
}

async function findOrFetch(request) {
  const found = await caches.match(request.url)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) {
    const kept = await caches.open(KEPT)
    await kept.put(request.url, answer.clone())
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

/** A path of this site; anything else is its first page. */
function ownPath(text) {
  const url = URL.canParse(String(text), location.origin) ? new URL(String(text), location.origin) : null
  return url?.origin === location.origin ? url.pathname + url.search : '/'
}

/** A window that is open goes there and comes to the front; otherwise one is opened. */
async function showPage(path) {
  const url = new URL(ownPath(path), location.origin).href
  const windows = await clients.matchAll({ type: 'window' })
  const open = windows.find((window) => window.url === url) ?? windows[0]
  if (!open) return clients.openWindow(url)
  const shown = await open.focus()
  return shown.url === url ? shown : shown.navigate(url)
}

// Tells the other side of a conversation that one is writing: now and then, and never in the way of what is written.

const EVERY_MS = 4_000
let saidAt = 0

/** `path` is the page whose action takes it. */
export function sayTyping(path: string, fields: Readonly<Record<string, string>>): void {
  if (Date.now() - saidAt < EVERY_MS) return
  saidAt = Date.now()
  const [page = '', query = ''] = path.split('?')
  // Of no weight: what is lost is said again with the next keys.
  void fetch(`${page}.data?${query}`, { method: 'POST', body: new URLSearchParams(fields) }).catch(() => null)
}

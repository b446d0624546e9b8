// Typing indicator: notifies the other side at most every few seconds, without blocking input.

const EVERY_MS = 4_000
let saidAt = 0

/** `path` is the page whose action handles it. */
export function sayTyping(path: string, fields: Readonly<Record<string, string>>): void {
  if (Date.now() - saidAt < EVERY_MS) return
  saidAt = Date.now()
  const [page = '', query = ''] = path.split('?')
  // Failures are ignored: the next keystrokes send another notification.
  void fetch(`${page}.data?${query}`, { method: 'POST', body: new URLSearchParams(fields) }).catch(() => null)
}

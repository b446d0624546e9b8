// The one thing that a client may say on a public socket: that it missed something and wants a snapshot. Knows nothing of what is in it.

const REQUEST_LENGTH_MAX = 100

/** Whether a socket asks for a fresh snapshot, which is said as `{"type":"snapshot"}`. Anything else that it may say is nothing to a public room. */
export function isSnapshotRequest(message: unknown): boolean {
  if (typeof message !== 'string' || message.length > REQUEST_LENGTH_MAX) return false
  try {
    const request: unknown = JSON.parse(message)
    return typeof request === 'object' && request !== null && 'type' in request && request.type === 'snapshot'
  } catch {
    // Not JSON, so no request.
    return false
  }
}

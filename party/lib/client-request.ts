// Client requests besides a room's own messages: the start of a poll, and a new snapshot on a public socket.

/** The number of the last message that a polling client has; null to begin with everything. */
export function readAfter(url: string): number | null {
  const after = new URL(url).searchParams.get('after') ?? ''
  return /^\d{1,15}$/.test(after) ? parseInt(after, 10) : null
}

/** True for a request of the polling channel; all others get 404. */
export const isPoll = ({ method, url }: Request): boolean => method === 'GET' && new URL(url).pathname.endsWith('/poll')

const REQUEST_LENGTH_MAX = 100

/** True for `{"type":"snapshot"}`, which asks a public room for its whole state. */
export const isSnapshotRequest = (message: unknown): boolean => readShort(message)?.type === 'snapshot'

/** The number of `{"type":"pong","number":…}`, with which a client of ours answers a room's `ping`. */
export function readAnswer(message: unknown): unknown {
  const answer = readShort(message)
  return answer?.type === 'pong' ? answer.number : undefined
}

function readShort(message: unknown): { readonly type?: unknown; readonly number?: unknown } | null {
  if (typeof message !== 'string' || message.length > REQUEST_LENGTH_MAX) return null
  try {
    const request: unknown = JSON.parse(message)
    return typeof request === 'object' ? request : null
  } catch {
    // Invalid JSON, so not a request.
    return null
  }
}

// Where a client that polls a room has come to.

/** The number of the last message that it has; null when it names none, and begins with everything. */
export function readAfter(url: string): number | null {
  const after = new URL(url).searchParams.get('after') ?? ''
  return /^\d{1,15}$/.test(after) ? parseInt(after, 10) : null
}

/** Whether a room's request is one of its polled channel: everything else is not found. */
export const isPoll = ({ method, url }: Request): boolean => method === 'GET' && new URL(url).pathname.endsWith('/poll')

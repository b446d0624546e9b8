// Any path that no page has: 404, without a stack in the log.

export const loader = () => {
  throw new Response('Not found', { status: 404 })
}

export default function Missing() {
  return null
}

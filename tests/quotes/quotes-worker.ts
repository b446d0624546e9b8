// The Quotes room alone, for a test that runs it on the Workers runtime beside servers that play the exchanges.

import { routePartykitRequest } from 'partyserver'
import { Quotes } from '../../party/quotes/room'
import type { QuotesRpc } from '#party/protocol/quotes'

export { Quotes }

interface TestEnv extends Env {
  readonly Quotes: DurableObjectNamespace<Quotes>
}

/** `POST /rpc/<method>` with JSON arguments calls the room; other requests are a browser's. */
export default {
  async fetch(request: Request, env: TestEnv): Promise<Response> {
    const method = /^\/rpc\/(\w+)$/.exec(new URL(request.url).pathname)?.[1]
    if (!method) return (await routePartykitRequest(request, env)) ?? new Response('Not found', { status: 404 })
    // The test names a method of QuotesRpc and its arguments.
    const room = env.Quotes.get(env.Quotes.idFromName('main')) as unknown as Record<
      keyof QuotesRpc,
      (...args: unknown[]) => unknown
    >
    const args: unknown[] = await request.json()
    return Response.json(await room[method as keyof QuotesRpc](...args))
  },
}

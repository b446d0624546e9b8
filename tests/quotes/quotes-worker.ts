// The Quotes room alone, for a test that runs it on the Workers runtime beside servers that play the exchanges.

import { routePartykitRequest } from 'partyserver'
import { Quotes as QuotesRoom } from '../../party/quotes/room'

const realNow = Date.now
let aheadMs = 0
Date.now = () => realNow() + aheadMs

export class Quotes extends QuotesRoom {
  /** Moves time: the alarm that the room has set is due at once. */
  async alarmNow(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) throw new Error('no alarm is set')
    await this.ctx.storage.setAlarm(realNow() + 100)
  }
}

/** `POST /rpc/<method>` with JSON arguments calls the room, `POST /ahead/<milliseconds>` moves its clock; other requests are a browser's. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const ahead = /^\/ahead\/(\d+)$/.exec(new URL(request.url).pathname)?.[1]
    if (ahead) {
      aheadMs = Number(ahead)
      return new Response()
    }
    const method = /^\/rpc\/(\w+)$/.exec(new URL(request.url).pathname)?.[1]
    if (!method) return (await routePartykitRequest(request, env)) ?? new Response('Not found', { status: 404 })
    // The test names a method of QuotesRpc and its arguments.
    const room = env.Quotes.get(env.Quotes.idFromName('main')) as unknown as Record<
      string,
      (...args: unknown[]) => unknown
    >
    const args: unknown[] = await request.json()
    return Response.json((await room[method]?.(...args)) ?? null)
  },
}

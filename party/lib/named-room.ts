// A room that knows its name however it is woken, and keeps its failures to itself. A local runtime that was restarted fires a stored alarm without telling
// the name, so each room keeps it from its first call, under the key where partyserver looks for it too.

import { assert } from '#domain/assert'
import { type Connection, Server } from 'partyserver'

const NAME_KEY = '__ps_name'
const INTERNAL_ERROR = 1011

export abstract class NamedRoom extends Server<Env> {
  readonly #name: string

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const stored = ctx.storage.kv.get<string>(NAME_KEY)
    const name = ctx.id.name ?? stored
    assert(name !== undefined, 'a room is always reached by name')
    if (stored === undefined) ctx.storage.kv.put(NAME_KEY, name)
    this.#name = name
    const connect = this.onConnect.bind(this)
    this.onConnect = (connection, context) => closeOnFailure(connection, () => connect(connection, context))
  }

  /** partyserver answers what a handler throws with its stack, which is for the log alone (it has written it there). */
  override async fetch(request: Request): Promise<Response> {
    const response = await super.fetch(request)
    return response.status === 500 ? new Response('Something went wrong on our side.', { status: 500 }) : response
  }

  override get name(): string {
    return this.#name
  }
}

async function closeOnFailure(connection: Connection, work: () => void | Promise<void>): Promise<void> {
  try {
    await work()
  } catch (failure) {
    console.error('a socket could not be opened', failure)
    connection.close(INTERNAL_ERROR, 'internal_error')
  }
}

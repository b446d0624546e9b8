// A room that knows its name however it is woken. A local runtime that was restarted fires a stored alarm without telling
// the name, so each room keeps it from its first call, under the key where partyserver looks for it too.

import { assert } from '#domain/assert'
import { Server } from 'partyserver'

const NAME_KEY = '__ps_name'

export abstract class NamedRoom extends Server<Env> {
  readonly #name: string

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const stored = ctx.storage.kv.get<string>(NAME_KEY)
    const name = ctx.id.name ?? stored
    assert(name !== undefined, 'a room is always reached by name')
    if (stored === undefined) ctx.storage.kv.put(NAME_KEY, name)
    this.#name = name
  }

  override get name(): string {
    return this.#name
  }
}

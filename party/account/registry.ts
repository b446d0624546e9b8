// Features of an account, indexed by command, query and message type. A duplicate name or a missing capability throws
// at construction: when the Worker starts, and in a test.

import { assert } from '#domain/assert'
import { ZERO } from '#domain/money/amount'
import { done } from '#domain/outcome'
import type { AccountState, Features, Part } from './state'
import type { AnyCommand, AnyFeature, AnyQuery, AnySystemRequest, Inbound, Timer } from './feature'
import type { WakeMessage } from '#party/protocol/watch'
import { CAPABILITY_NAMES, type Capabilities } from './capabilities'

/** A definition with the name of the feature that owns its state. */
export interface Registered<Definition> {
  readonly feature: string
  readonly definition: Definition
}
type Register<Definition> = ReadonlyMap<string, Registered<Definition>>

/** Timers of the centre: what Markets and other accounts are owed, and commands to forget. */
export const CENTRE_TIMERS: ReadonlySet<string> = new Set(['deliver', 'post', 'prune', 'watch'])
/** Requests handled by the core itself. */
const CENTRE_REQUESTS: readonly string[] = ['verify', 'sweep']

export class Registry implements Features {
  readonly #features: readonly AnyFeature[]
  readonly tables: Features['tables']
  readonly commands: Register<AnyCommand>
  readonly queries: Register<AnyQuery>
  readonly system: Register<AnySystemRequest>
  readonly timers: Register<Timer<never>>
  readonly inbound: Register<Inbound<never, never>>

  constructor(features: readonly AnyFeature[]) {
    this.#features = features
    this.tables = features.flatMap(({ tables }) => tables ?? [])
    collect('feature', features, ({ name }) => ({ [name]: name }))
    this.commands = collect('command', features, ({ commands }) => commands)
    this.queries = collect('query', features, ({ queries }) => queries)
    this.system = collect('system request', features, ({ system }) => system)
    this.timers = collect('timer', features, ({ timers }) => timers)
    this.inbound = collect('message', features, ({ inbound }) => inbound)
    const provided = collect('provided name', features, ({ provides }) => provides)
    for (const name of CAPABILITY_NAMES) assert(provided.has(name), `a feature provides ${name}`)
    for (const name of this.commands.keys())
      assert(!this.queries.has(name), `${name} is a command or a query, not both`)
    for (const name of CENTRE_TIMERS) assert(!this.timers.has(name), `timer ${name} is the centre's`)
    for (const name of CENTRE_REQUESTS) assert(!this.system.has(name), `system request ${name} is the centre's`)
  }

  /** Passes a reached band to its feature; a removed feature is skipped. */
  wake(account: AccountState, wake: WakeMessage, now: number): void {
    const feature = this.#features.find(({ name }) => name === wake.feature)
    if (feature) feature.onWake?.(account.stateOf(feature.name), wake, { account, now })
  }

  /** Opens every feature of an account, in the order of the list. */
  open(account: AccountState): ReturnType<Features['open']> {
    const capabilities: Record<string, unknown> = {}
    const parts = this.#features.map((feature): Part => {
      // A feature is given the state that it opened itself.
      const state = feature.open(account) as never
      for (const [name, provide] of Object.entries(feature.provides ?? {})) capabilities[name] = provide(state, account)
      return {
        name: feature.name,
        state,
        ending: (now) => feature.ending?.(state, { account, now }),
        unfinished: (now) => feature.unfinished?.(state, { account, now }) ?? {},
        atStake: () => feature.atStake?.(state) ?? ZERO,
        checkOutflow: (outflow, now) => feature.checkOutflow?.(state, outflow, { account, now }) ?? done(null),
        changes: (now) => feature.changes?.(state, { account, now }) ?? null,
        snapshot: (now) => feature.snapshot?.(state, { account, now }) ?? null,
        save: (log) => feature.save?.(state, log),
        checkpointed: () => feature.checkpointed?.(state),
        prune: (now) => feature.prune?.(state, { account, now }),
        verify: (now, sums) => feature.verify?.(state, { account, now }, sums) ?? [],
      }
    })
    // The constructor checked that every capability is provided; `feature` checked each one's type.
    return { parts, capabilities: capabilities as unknown as Capabilities }
  }
}

function collect<Definition>(
  kind: string,
  features: readonly AnyFeature[],
  tableOf: (feature: AnyFeature) => Readonly<Record<string, Definition>> | undefined,
): Register<Definition> {
  const register = new Map<string, Registered<Definition>>()
  for (const feature of features) {
    for (const [name, definition] of Object.entries(tableOf(feature) ?? {})) {
      const other = register.get(name)
      assert(other === undefined, `${kind} ${name} is of one feature, not of ${other?.feature} and ${feature.name}`)
      register.set(name, { feature: feature.name, definition })
    }
  }
  return register
}

// Commands of agents: within their limits, and written down for their owner before they run.

import { agentAct } from '#db/account/room'
import { type AgentSpent, countAgentOrders, uncountAgentOrders } from '#domain/agent'
import { type Amount, amount, encodeAmount } from '#domain/money/amount'
import { type Outcome, type Refusal, done, refuse } from '#domain/outcome'
import { DAY_MS } from '#domain/time'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { AgentActRow } from '#party/protocol/api-key'
import type { ApiKeys, StoredKey } from './api-keys'

const ACTS = tableOf(agentAct)
const ACTS_KEPT = 500
const ACTS_SHOWN = 50
/** Old entries are deleted once per this number of new ones, because deletion reads the table. */
const ACTS_DELETED_EVERY = 100

/** Accepted orders are kept separately: many harmless calls can't push one out of the log. */
const STANDS = `(value <> '0' AND (outcome IS NULL OR outcome = '"ok"'))`
const newestOf = (kind: string) => `id IN (SELECT id FROM agent_act WHERE ${kind} ORDER BY id DESC LIMIT ?)`
const NEWEST = `(${newestOf(STANDS)} OR ${newestOf(`NOT ${STANDS}`)})`

type AgentAct = RowOf<typeof agentAct>
export interface Begun {
  readonly keyId: string
  readonly act: AgentAct
}

type AgentRefusal = 'key_not_taken' | 'agent_order_above_max' | 'agent_day_above_max'

/** Counts the orders of a command. `values`: null when no agent may run it. */
export function beginAct(
  store: Store,
  keys: ApiKeys,
  {
    key,
    command,
    values,
  }: { readonly key: StoredKey; readonly command: string; readonly values: readonly Amount[] | null },
  now: number,
): Outcome<Begun, AgentRefusal> {
  const counted: Outcome<AgentSpent, AgentRefusal> =
    values === null || key.limits === null
      ? refuse('key_not_taken')
      : countAgentOrders(key.limits, key.spent, values, now)
  const value = amount((values ?? []).reduce((sum, each) => sum + each, 0n))
  const outcome = counted.ok ? null : counted.refusal
  const act = addAct(store, { at: now, name: key.name, command, value, outcome })
  if (!counted.ok) return counted
  keys.put({ ...key, spent: counted.value })
  return done({ keyId: key.id, act })
}

/** A note for the owner. */
export function addAct(store: Store, noted: Omit<AgentAct, 'id'>): AgentAct {
  const act = { id: ACTS.last(store, 'id') + 1, ...noted }
  ACTS.put(store, act)
  if (act.id % ACTS_DELETED_EVERY === 0) ACTS.removeAll(store, `WHERE NOT ${NEWEST}`, ACTS_KEPT, ACTS_KEPT)
  return act
}

/** Writes the outcome down; a refused command counts nothing. */
export function endAct(store: Store, keys: ApiKeys, { keyId, act }: Begun, answer: Outcome<unknown>): void {
  const outcome = resultOf(answer)
  ACTS.put(store, { ...act, outcome })
  const key = keys.find(keyId)
  if (outcome !== 'ok' && key?.spent && key.spent.day === act.at - (act.at % DAY_MS))
    keys.put({ ...key, spent: uncountAgentOrders(key.spent, act.value) })
}

/** The newest first. */
export const listActs = (store: Store): AgentActRow[] =>
  ACTS.rows(store, `WHERE ${NEWEST} ORDER BY id DESC`, ACTS_SHOWN, ACTS_SHOWN).map(({ id: _id, value, ...act }) => ({
    ...act,
    value: encodeAmount(value),
  }))

/** A batch counts as refused when all its orders are refused. */
function resultOf(outcome: Outcome<unknown>): Refusal | 'ok' {
  if (!outcome.ok) return outcome.refusal
  if (!Array.isArray(outcome.value) || outcome.value.length === 0) return 'ok'
  // Outcomes of orders: no other command of an agent answers with a list.
  const each = outcome.value as readonly Outcome<unknown>[]
  const refused = each.flatMap((one) => (one.ok ? [] : [one.refusal]))
  return refused.length === each.length ? (refused[0] ?? 'ok') : 'ok'
}

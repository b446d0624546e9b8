// Restarts the reading of a stuck chain in two cases. If the node is behind the stored position (after a reset), the
// position is set back to the node's newest block; transfers read twice are credited once. If the node has pruned the
// next blocks, reading continues after them, and the audit log names the skipped blocks, for a manual search for
// deposits.

import { logError } from '#lib/log-line'
import { isCursorAt, readCursor, setCursorStatement } from '#db/platform/chain'
import { type Outcome, done, refuse } from '#domain/outcome'
import { loadCatalogue } from '../catalogue'
import type { Chain, ChainReading } from '../chains/chain'
import { openChain } from '../chains/networks'
import { type Audited, type AuditRefusal, NEVER, writeAudited } from './audit'
import { type StaffMember, checkPermission } from './session'

type StandRefusal = 'chain_unreachable' | 'chain_not_behind' | 'chain_nothing_after'
export type RestartRefusal = AuditRefusal | 'permission_missing' | 'network_not_found' | StandRefusal

export interface RestartChain {
  readonly network: string
  /** Position displayed on the page; if the chain position has advanced since, no restart happens. */
  readonly position: string
  readonly commandId: string
  readonly at: number
}

/** Restarts a scanner after checking that the node still lags or lacks the next blocks. */
export async function restartChain(
  env: Env,
  by: StaffMember,
  { network, position, commandId, at }: RestartChain,
): Promise<Outcome<Audited, RestartRefusal>> {
  const admitted = checkPermission(by, 'site:write')
  if (!admitted.ok) return admitted
  const entry = { staffId: by.id, action: 'chain_restarted', target: `chain:${network}`, commandId, at } as const
  const [catalogue, before] = await Promise.all([loadCatalogue(env), readCursor(env.DB, network)])
  // A retry finds the position it has already set; the audit log identifies the retry.
  const isSame = (known: Readonly<Record<string, string>>) => known['position']?.startsWith(`${position} → `) ?? false
  if (before !== position)
    return writeAudited(env, { ...entry, facts: {} }, { precondition: NEVER, statements: [], isSame })
  const chain = openChain(env, { network, catalogue, now: at })
  if (!chain) return refuse('network_not_found')
  const stand = await askStand(chain, network, position)
  if (!stand.ok) return stand
  const { restart, passedOver } = stand.value
  return writeAudited(
    env,
    { ...entry, facts: { position: `${position} → ${restart}`, ...passedOver } },
    { precondition: isCursorAt(network, position), statements: [setCursorStatement(env.DB, network, restart)], isSame },
  )
}

interface Stand {
  readonly restart: string
  readonly passedOver: { readonly blocks?: string }
}

async function askStand(chain: Chain, network: string, position: string): Promise<Outcome<Stand, StandRefusal>> {
  try {
    return standOf(await chain.read(position, () => Promise.resolve(new Set())))
  } catch (failure) {
    logError(`chain ${network}: could not be asked where it stands`, failure)
    return refuse('chain_unreachable')
  }
}

function standOf({ behind, gap }: ChainReading): Outcome<Stand, StandRefusal> {
  if (behind) return done({ restart: behind.restart, passedOver: {} })
  if (!gap) return refuse('chain_not_behind')
  if (gap.restart === null) return refuse('chain_nothing_after')
  return done({ restart: gap.restart, passedOver: { blocks: `${gap.from}–${gap.to}` } })
}

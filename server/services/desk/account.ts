// The desk's requests to an Account: reads, freezes and corrections. None sets a balance.

import type { SystemRequests, SystemResults } from '#party/protocol/account'
import { callAccountAsSystem } from '../account-room'

export const DESK_REQUESTS = [
  'correct',
  'freeze',
  'inspect',
  'inspect_alerts',
  'inspect_conditionals',
  'inspect_futures',
  'inspect_invest',
  'inspect_mining',
  'inspect_options',
  'inspect_spot_orders',
  'read_conditionals',
  'read_entries',
  'read_holds',
  'read_spot_orders',
  'verify',
] as const satisfies readonly (keyof SystemRequests)[]

export const callAccountForDesk = <Type extends (typeof DESK_REQUESTS)[number]>(
  env: Pick<Env, 'Account'>,
  userId: number,
  request: SystemRequests[Type] & { readonly type: Type },
): Promise<SystemResults[Type]> => callAccountAsSystem<Type>(env, userId, request)

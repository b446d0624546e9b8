// Audit of copy trading: a following's profit equals the sum of its copies, and every bound copy holds its own position.

import { type Amount, ZERO, add } from '#domain/money/amount'
import { copyOrder } from '#db/account/copy'
import { tableOf } from '#party/lib/table'
import type { Copying } from './state'
import { isBound } from './store'

const NETS = tableOf(copyOrder).pick('traderId', 'net')

export function verifyCopying({ account, store }: Copying): string[] {
  const nets = new Map<number, Amount>()
  for (const { traderId, net } of NETS.rows(account.store)) nets.set(traderId, add(nets.get(traderId) ?? ZERO, net))
  const wrong = store
    .followings()
    .filter(({ traderId, net }) => net !== (nets.get(traderId) ?? ZERO))
    .map(({ traderId, net }) => `following ${traderId} has won ${net}, and its copies ${nets.get(traderId) ?? ZERO}`)
  const astray = store.live().flatMap((copy) => {
    const position = account.capabilities.futures.find(copy.positionNo)
    const isLive = position?.state === 'pending' || position?.state === 'open'
    const isHeld = position?.holder === 'copy'
    return isLive && isHeld === isBound(copy) ? [] : [`copy ${copy.copyNo} is not what its contract is`]
  })
  return [...wrong, ...astray]
}

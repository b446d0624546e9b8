// Applications without a confirmed claim: the caller may have disconnected, and the directory may or may not know the claim. The claim is
// sent again; a retry gets the first answer.

import { type IeoClaim, type IeoClaimed, claimOf, claimedBy } from '#domain/ieo/order'
import type { PreparedCall, Timer } from '../feature'
import type { RemoteCalls } from '../remote-calls'
import { applyClaim } from './orders'
import type { Ieo } from './store'
import { COUNT } from './unlocking'

const AGAIN_MS = 30_000

type Answer = readonly [orderNo: number, claimed: IeoClaimed]

export const countTimer: Timer<Ieo> = {
  run: (ieo, _due, { now }) => {
    // Retry time for a failed errand.
    if (uncounted(ieo).length > 0) ieo.account.timers.set(COUNT, now + AGAIN_MS)
  },
  errand: {
    prepare: (ieo): PreparedCall<Ieo> | null => {
      const claims = uncounted(ieo)
      const answers: Answer[] = []
      if (claims.length === 0) return null
      return {
        call: (remotes) => askEach(remotes, claims, answers),
        done: (state, turn) => {
          for (const [orderNo, claimed] of answers) applyClaim(state, { orderNo, claimed }, turn)
        },
      }
    },
  },
}

const askEach = (remotes: RemoteCalls, claims: readonly IeoClaim[], answers: Answer[]): Promise<void> =>
  Promise.all(
    claims.map((claim) =>
      remotes.claimSupply({ ...claimOf(remotes.account, claim), at: remotes.now() }).then((answer) => {
        answers.push([claim.orderNo, claimedBy(answer)])
      }),
    ),
  ).then(() => undefined)

const uncounted = ({ orders }: Ieo): IeoClaim[] =>
  orders
    .live()
    .filter(({ state }) => state === 'held')
    .map(({ projectId, orderNo, quantity }) => ({ projectId, orderNo, quantity }))
